import type { AuditEntry } from '@masomo/data/platform/platformConsole';

const entities: Record<string, string> = {
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
const actions: Record<string, string> = { insert: 'Added', update: 'Changed', delete: 'Removed', bill: 'Billed' };

/** What a line of the log is about, as people read it. */
export const entityWords = (entity: string) => entities[entity] ?? (entity.charAt(0).toUpperCase() + entity.slice(1)).replaceAll('_', ' ');
/** What was done, as people read it. */
export const actionWords = (action: string) => actions[action] ?? (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll('_', ' ');

// Set by the database with every change; they tell nothing.
const untold = new Set(['id', 'created_at', 'updated_at', 'request_id', 'search_text', 'school_id']);
const shown = (value: unknown) =>
  value === null || value === undefined || value === '' ? 'nothing' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The columns that changed, from what to what. */
export function changeText({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): string {
  const columns = [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (column) => !untold.has(column) && (action === 'update' || !column.endsWith('_id')),
  );
  if (action === 'update')
    return columns.map((column) => `${column.replaceAll('_', ' ')}: ${shown(before[column])} to ${shown(after[column])}`).join('; ');
  const row = action === 'delete' ? before : after;
  return columns
    .filter((column) => row[column] !== null && row[column] !== undefined)
    .slice(0, 6)
    .map((column) => `${column.replaceAll('_', ' ')}: ${shown(row[column])}`)
    .join('; ');
}
