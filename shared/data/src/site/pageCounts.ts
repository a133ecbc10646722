import { unwrapPage, type Db } from '@masomo/data';

/** In a file of its own, so that counting pages does not load the block schemas. */
export const pageCountKeys = { all: () => ['pages', 'counts'] as const };

/** How many pages there are, how many of them visitors can read, and how many files the library has. */
export async function countPages(db: Db): Promise<{ total: number; published: number; files: number }> {
  const [all, published, files] = await Promise.all([
    db.from('cms_pages').select('id', { count: 'exact', head: true }),
    db.from('cms_pages').select('id', { count: 'exact', head: true }).eq('is_published', true),
    db.from('cms_media').select('id', { count: 'exact', head: true }).eq('is_active', true),
  ]);
  return { total: unwrapPage(all).total, published: unwrapPage(published).total, files: unwrapPage(files).total };
}
