import { plural, t } from '@lingui/core/macro';
import type { AuditEntry, auditEntities } from '@masomo/data/platform/platformConsole';
import { actionLabel, entityLabel, type NamedTable } from './auditLabels.ts';

/** One record of each audited table, as an object of a sentence. */
const recordNames: Record<(typeof auditEntities)[number], string> & Record<string, string> = {
  users: t`an account`,
  invitations: t`an invitation`,
  schools: t`a school`,
  subscriptions: t`a subscription`,
  super_admins: t`a super admin`,
  school_roles: t`a role`,
  memberships: t`a role of a person`,
  second_step_rules: t`a rule on two-step sign-in`,
  authenticators: t`an authenticator app`,
  classes: t`a class`,
  staff_members: t`a staff member`,
  school_terms: t`a term`,
  campuses: t`a campus`,
  students: t`a student`,
  guardians: t`a guardian`,
  student_guardians: t`a guardian of a student`,
  conversations: t`messages of a parent and a teacher`,
  student_records: t`a record on a student`,
  custody_marks: t`a note on custody`,
  breaches: t`a breach`,
  record_openings: t`the children’s records`,
  documents: t`a document`,
  school_looks: t`the look of the papers`,
  assessments: t`an assessment`,
  grades: t`a mark`,
  attendance: t`a mark in a register`,
  submissions: t`a submission`,
  fees: t`a fee`,
  fee_charges: t`a charge`,
  fee_credits: t`a credit note`,
  fee_payments: t`a fee payment`,
  support_tickets: t`a ticket`,
  school_exits: t`a school closure`,
  module_points: t`a line about a module`,
  orders: t`an order`,
  settings: t`a setting`,
  retention_rules: t`a retention period`,
  features: t`a part of the product`,
  price_changes: t`a price change`,
  addons: t`an add-on`,
  plans: t`a plan`,
  cms_pages: t`a page`,
  cms_media: t`a media file`,
  cms_rights: t`a CMS right`,
  faqs: t`a question of the FAQs`,
  testimonials: t`a testimonial`,
  site_redirects: t`a redirect`,
  services: t`a service`,
  service_fulfilments: t`an ordered service`,
  payments: t`a payment`,
  refunds: t`a refund`,
  provider_events: t`a report of a payment provider`,
};
const recordName = (entity: string) => Object.entries(recordNames).find(([known]) => known === entity)?.[1];

/** What an import brought, by its kind. */
const importSentences: Record<string, (count: number) => string> = {
  fees: (count) => plural(count, { one: 'Imported # fee', other: 'Imported # fees' }),
  guardians: (count) => plural(count, { one: 'Imported # guardian', other: 'Imported # guardians' }),
  payments: (count) => plural(count, { one: 'Imported # fee payment', other: 'Imported # fee payments' }),
  staff: (count) => plural(count, { one: 'Imported # staff member', other: 'Imported # staff members' }),
  students: (count) => plural(count, { one: 'Imported # student', other: 'Imported # students' }),
};

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);

/** What somebody did, in a sentence: an entry is about one record, but an import about as many as its file brought. */
export function auditSentence(
  { action, entity, entityId, after }: Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'after'>,
  ofModules: readonly NamedTable[],
): string {
  const table = entityLabel(entity, ofModules);
  if (action === 'import')
    return importSentences[entity]?.(numberOf(after['added'])) ?? t`Imported ${numberOf(after['added'])} to “${table}”`;
  if (action === 'import-undone')
    return plural(numberOf(after['removed']), { one: 'Undid an import of # row', other: 'Undid an import of # rows' });
  // A list that was read names no record, and modules name their tables only, by words in the plural.
  const record = action === 'read' && entityId === '' ? undefined : recordName(entity);
  if (record === undefined)
    switch (action) {
      case 'insert':
        return t`Added to “${table}”`;
      case 'update':
        return t`Changed in “${table}”`;
      case 'delete':
        return t`Removed from “${table}”`;
      case 'read':
        return t`Read “${table}”`;
      default:
        return `${actionLabel(action)}: ${table}`;
    }
  // A payment is never changed: what takes it back is a payment of its own.
  if (entity === 'fee_payments' && after['reverses']) return t`Reversed a fee payment`;
  if (entity === 'fee_payments' && action === 'update' && after['reversed_at']) return t`Marked a fee payment as reversed`;
  switch (action) {
    case 'insert':
      if (entity === 'fee_credits') return t`Credited a charge`;
      if (entity === 'refunds') return t`Refunded a payment`;
      return t`Added ${record}`;
    case 'update':
      return t`Changed ${record}`;
    case 'delete':
      return t`Removed ${record}`;
    case 'bill':
      return t`Billed ${record}`;
    case 'open':
      return t`Opened ${record}`;
    case 'read':
      return t`Read ${record}`;
    case 'export':
      return t`Downloaded the data of ${record}`;
    case 'erase':
      return t`Erased the data of ${record}`;
    default:
      return `${actionLabel(action)}: ${table}`;
  }
}
