import { t } from '@lingui/core/macro';
import type { AuditEntry } from '@masomo/data/platform/platformConsole';

const entityLabels: Record<string, string> = {
  users: t`Accounts`,
  invitations: t`Invitations`,
  schools: t`Schools`,
  subscriptions: t`Subscriptions`,
  super_admins: t`Super admins`,
  classes: t`Classes`,
  staff_members: t`Staff`,
  school_terms: t`Terms`,
  campuses: t`Campuses`,
  students: t`Students`,
  guardians: t`Guardians`,
  student_guardians: t`Guardians of students`,
  student_records: t`Records`,
  documents: t`Documents`,
  grades: t`Marks`,
  attendance: t`Attendance`,
  submissions: t`Submissions`,
  fees: t`Fees`,
  fee_charges: t`Charges`,
  fee_payments: t`Fee payments`,
  support_tickets: t`Tickets`,
  orders: t`Orders`,
  settings: t`Settings`,
  features: t`Feature switches`,
  price_changes: t`Price changes`,
  addons: t`Add-ons`,
  plans: t`Plans`,
  cms_pages: t`Pages`,
};
const actionLabels: Record<string, string> = {
  insert: t`Added`,
  update: t`Changed`,
  delete: t`Removed`,
  bill: t({ message: 'Billed', context: 'audit' }),
};

/** The label of an audited table. */
export const entityLabel = (entity: string) =>
  entityLabels[entity] ?? (entity.charAt(0).toUpperCase() + entity.slice(1)).replaceAll('_', ' ');
/** The label of an audited action. */
export const actionLabel = (action: string) =>
  actionLabels[action] ?? (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll('_', ' ');

// The database sets these with every change, so they carry no information.
const hiddenColumns = new Set(['id', 'created_at', 'updated_at', 'request_id', 'search_text', 'school_id']);
const formatValue = (value: unknown) =>
  value === null || value === undefined || value === '' ? t`nothing` : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Describes the changed columns, as in `role: staff to teacher`. */
export function changeText({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): string {
  const columns = [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (column) => !hiddenColumns.has(column) && (action === 'update' || !column.endsWith('_id')),
  );
  if (action === 'update')
    return columns
      .map((column) => t`${column.replaceAll('_', ' ')}: ${formatValue(before[column])} to ${formatValue(after[column])}`)
      .join('; ');
  const row = action === 'delete' ? before : after;
  return columns
    .filter((column) => row[column] !== null && row[column] !== undefined)
    .slice(0, 6)
    .map((column) => `${column.replaceAll('_', ' ')}: ${formatValue(row[column])}`)
    .join('; ');
}
