import { unwrap, type Db } from '@masomo/data';

/** A change by an editor: the table `entity`, the name of the row as far as the audit log has one, and the author; `at` in ISO. */
export type CmsChange = { id: string; at: string; entity: string; action: string; name: string; actor: string; pageId: string | null };

export const cmsChangeKeys = { latest: () => ['pages', 'latest changes'] as const };

const auditedEntities = [
  'cms_media',
  'settings',
  'faqs',
  'testimonials',
  'site_redirects',
  'plans',
  'addons',
  'services',
  'price_changes',
  'cms_rights',
];
const maxChanges = 8;
const nameOf = (person: { first_name: string | null; last_name: string | null; email: string | null } | null) =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ') || (person?.email ?? '');

/** The name of an audited row, from the columns that were written; empty when none of them names it. */
function loggedName(columns: unknown): string {
  if (typeof columns !== 'object' || columns === null) return '';
  const name = ['original_filename', 'question', 'author', 'name', 'key', 'slug']
    .map((column) => Reflect.get(columns, column) as unknown)
    .find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : '';
}

type AuditRow = { entity: string | null; entity_id: string | null };

/** Current names, by id, of rows whose logged columns hold no name. */
async function currentNames(db: Db, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = (entity: string) => rows.flatMap((row) => (row.entity === entity && row.entity_id ? [row.entity_id] : []));
  const named = async (table: 'plans' | 'addons' | 'services') =>
    ids(table).length === 0 ? [] : unwrap(await db.from(table).select('id, name').in('id', ids(table)));
  const questions = async () =>
    ids('faqs').length === 0 ? [] : unwrap(await db.from('faqs').select('id, name:question').in('id', ids('faqs')));
  const authors = async () =>
    ids('testimonials').length === 0 ? [] : unwrap(await db.from('testimonials').select('id, name:author').in('id', ids('testimonials')));
  const found = await Promise.all([named('plans'), named('addons'), named('services'), questions(), authors()]);
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}

/** The latest eight changes to anything visitors read, newest first. */
export async function listLatestCmsChanges(db: Db): Promise<CmsChange[]> {
  const [pages, log] = await Promise.all([
    db
      .from('cms_pages')
      .select('id, title, updated_at, editor:updated_by(first_name, last_name, email)')
      .order('updated_at', { ascending: false })
      .limit(maxChanges),
    db
      .from('audit_entries')
      .select('id, at, actor, action, entity, entity_id, before, after')
      .in('entity', auditedEntities)
      .order('at', { ascending: false })
      .limit(maxChanges),
  ]);
  const written = unwrap(pages).map(({ id, title, updated_at, editor }) => ({
    id,
    at: updated_at,
    entity: 'cms_pages',
    action: 'update',
    name: title,
    actor: nameOf(editor),
    pageId: id,
  }));
  const entries = unwrap(log).map((row) => ({
    ...row,
    name: loggedName(row.after) || loggedName(row.before) || (row.entity === 'settings' ? (row.entity_id ?? '') : ''),
  }));
  const names = await currentNames(
    db,
    entries.filter(({ name }) => name === ''),
  );
  const logged = entries.map((row) => ({
    id: String(row.id),
    at: row.at ?? '',
    entity: row.entity ?? '',
    action: row.action ?? '',
    name: row.name || (names.get(row.entity_id ?? '') ?? ''),
    actor: row.actor ?? '',
    pageId: null,
  }));
  return [...written, ...logged].sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, maxChanges);
}
