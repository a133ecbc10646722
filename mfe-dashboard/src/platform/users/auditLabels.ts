import type { AuditEntry } from '@masomo/data/platform/platformConsole';

const entityLabels: Record<string, string> = {
  users: 'Accounts',
  invitations: 'Invitations',
  schools: 'Schools',
  subscriptions: 'Subscriptions',
  super_admins: 'Super admins',
  classes: 'Classes',
  staff_members: 'Staff',
  school_terms: 'Terms',
  campuses: 'Campuses',
  fee_payments: 'Fee payments',
  support_tickets: 'Tickets',
  orders: 'Orders',
  settings: 'Settings',
  features: 'Switches',
  price_changes: 'Price changes',
  addons: 'Add-ons',
  plans: 'Plans',
  cms_pages: 'Pages',
};
const actionLabels: Record<string, string> = { insert: 'Added', update: 'Changed', delete: 'Removed', bill: 'Billed' };

/** The label of an audited table. */
export const entityLabel = (entity: string) =>
  entityLabels[entity] ?? (entity.charAt(0).toUpperCase() + entity.slice(1)).replaceAll('_', ' ');
/** The label of an audited action. */
export const actionLabel = (action: string) =>
  actionLabels[action] ?? (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll('_', ' ');

// The database sets these with every change, so they carry no information.
const hiddenColumns = new Set(['id', 'created_at', 'updated_at', 'request_id', 'search_text', 'school_id']);
const formatValue = (value: unknown) =>
  value === null || value === undefined || value === '' ? 'nothing' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Describes the changed columns, as in `role: staff to teacher`. */
export function changeText({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): string {
  const columns = [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (column) => !hiddenColumns.has(column) && (action === 'update' || !column.endsWith('_id')),
  );
  if (action === 'update')
    return columns
      .map((column) => `${column.replaceAll('_', ' ')}: ${formatValue(before[column])} to ${formatValue(after[column])}`)
      .join('; ');
  const row = action === 'delete' ? before : after;
  return columns
    .filter((column) => row[column] !== null && row[column] !== undefined)
    .slice(0, 6)
    .map((column) => `${column.replaceAll('_', ' ')}: ${formatValue(row[column])}`)
    .join('; ');
}
