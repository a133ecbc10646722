import { t } from '@lingui/core/macro';
import type { AuditEntry, auditActions, auditEntities } from '@masomo/data/platform/platformConsole';
import { fieldLabel } from './auditFields.ts';
import { isEmpty, valueText } from './auditValues.ts';

const entityLabels: Record<(typeof auditEntities)[number], string> & Record<string, string> = {
  users: t`Accounts`,
  invitations: t`Invitations`,
  schools: t`Schools`,
  subscriptions: t`Subscriptions`,
  super_admins: t`Super admins`,
  school_roles: t`Roles`,
  memberships: t`Roles of people`,
  second_step_rules: t`Required two-step sign-in`,
  authenticators: t`Authenticator apps`,
  classes: t`Classes`,
  staff_members: t`Staff`,
  school_terms: t`Terms`,
  campuses: t`Campuses`,
  students: t`Students`,
  guardians: t`Guardians`,
  student_guardians: t`Guardians of students`,
  conversations: t`Messages of parents and teachers`,
  student_records: t`Records`,
  custody_marks: t`Custody`,
  breaches: t`Breaches`,
  record_openings: t`Children's records`,
  documents: t`Documents`,
  school_looks: t`Papers`,
  assessments: t`Assessments`,
  grades: t`Marks`,
  attendance: t`Attendance`,
  submissions: t`Submissions`,
  fees: t`Fees`,
  fee_charges: t`Charges`,
  fee_credits: t`Credit notes`,
  fee_payments: t`Fee payments`,
  support_tickets: t`Tickets`,
  school_exits: t`School closures`,
  module_points: t`Modules`,
  orders: t`Orders`,
  settings: t`Settings`,
  retention_rules: t`Retention periods`,
  features: t`Open to visitors`,
  price_changes: t`Price changes`,
  addons: t`Add-ons`,
  plans: t`Plans`,
  cms_pages: t`Pages`,
  cms_media: t`Media`,
  cms_rights: t`CMS rights`,
  faqs: t`FAQs`,
  testimonials: t`Testimonials`,
  site_redirects: t`Redirects`,
  services: t`Services`,
  service_fulfilments: t`Ordered services`,
  payments: t`Payments`,
  refunds: t`Refunds`,
  provider_events: t`Payment provider reports`,
};
const actionLabels: Record<(typeof auditActions)[number], string> & Record<string, string> = {
  insert: t`Added`,
  update: t`Changed`,
  delete: t`Removed`,
  bill: t({ message: 'Billed', context: 'audit' }),
  import: t({ message: 'Imported', context: 'audit' }),
  'import-undone': t`Undid an import`,
  open: t({ message: 'Opened', context: 'audit' }),
  read: t({ message: 'Read', context: 'audit' }),
  export: t({ message: 'Downloaded', context: 'audit' }),
  erase: t({ message: 'Erased', context: 'audit' }),
};

/** An audited table of a module or an add-on, with what the log calls it. */
export type NamedTable = { entity: string; label: string };

/** The label of an audited table, which a module or an add-on gives to its own. */
export const entityLabel = (entity: string, ofModules: readonly NamedTable[] = []) =>
  entityLabels[entity] ??
  ofModules.find((table) => table.entity === entity)?.label ??
  (entity.charAt(0).toUpperCase() + entity.slice(1)).replaceAll('_', ' ');
/** The label of an audited action. */
export const actionLabel = (action: string) =>
  actionLabels[action] ?? (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll('_', ' ');

/** What an entry says about its record, in a sentence for each column that tells people something: `Role changed from Staff to Teacher`. */
export function changeText({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): string {
  const row = action === 'delete' ? before : after;
  const sentences = [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((column) => {
    const label = fieldLabel(column);
    if (label === undefined) return [];
    if (action === 'update') return [changeOf(label, valueText(column, before[column]), valueText(column, after[column]))];
    const value = isEmpty(row[column]) ? undefined : valueText(column, row[column]);
    return value === undefined ? [] : [`${label}: ${value}`];
  });
  return (action === 'update' ? sentences : sentences.slice(0, 6)).join('; ');
}

const changeOf = (label: string, from: string | undefined, to: string | undefined) =>
  from === undefined || to === undefined ? t`${label} changed` : t`${label} changed from ${from} to ${to}`;
