import { translatable } from '@masomo/domain/translatable';
import { DataError, unwrap, unwrapPage, type Db } from '@masomo/data';
import { searchPatterns, rangeOf, type ListPage } from '../listing.ts';
import { unwrapUnique } from '../unwrapUnique.ts';

/** A permanent redirect from a path of this site. */
export type Redirect = { id: string; from: string; to: string; updatedAt: string };
export type RedirectDraft = { from: string; to: string };
/** `page` counts from 0. */
export type RedirectFilter = { search: string; page: number; pageSize: number };

export const redirectKeys = { list: (filter: RedirectFilter) => ['redirects', 'list', filter] as const };

/** One page of the redirects, newest first. */
export async function listRedirects(db: Db, filter: RedirectFilter): Promise<ListPage<Redirect>> {
  let query = db.from('site_redirects').select('id, from_path, to_path, updated_at', { count: 'exact' });
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return { rows: rows.map((row) => ({ id: row.id, from: row.from_path, to: row.to_path, updatedAt: row.updated_at })), total };
}

const taken = translatable('This address is redirected already. Edit that redirect instead.');

/** Adds a redirect; returns its id. Loops, routes of the site and published pages are refused as `invalid` with the field. */
export async function createRedirect(db: Db, { from, to }: RedirectDraft): Promise<string> {
  return unwrapUnique(await db.from('site_redirects').insert({ from_path: from, to_path: to }).select('id').single(), 'from_path', taken)
    .id;
}

/** Changes a redirect; refused as `conflict` when somebody saved or deleted it after `updatedAt`. */
export async function updateRedirect(
  db: Db,
  { id, updatedAt, draft }: { id: string; updatedAt: string; draft: RedirectDraft },
): Promise<string> {
  const [saved] = unwrapUnique(
    await db
      .from('site_redirects')
      .update({ from_path: draft.from, to_path: draft.to })
      .eq('id', id)
      .eq('updated_at', updatedAt)
      .select('id'),
    'from_path',
    taken,
  );
  if (!saved)
    throw new DataError(
      'conflict',
      translatable('Somebody else changed this redirect in the meantime. Close this form and open it again.'),
    );
  return saved.id;
}

/** Deletes a redirect; its path is not found from then on. */
export async function deleteRedirect(db: Db, id: string): Promise<string> {
  return unwrap(await db.from('site_redirects').delete().eq('id', id).select('id').single()).id;
}
