import { localized } from '@masomo/domain/translations';
import { unwrap, type Db } from '@masomo/data';
import { currentLanguage } from '@masomo/i18n';
import { searchPatterns } from '../listing.ts';
import type { PageLink } from './publishedPages.ts';
import { translationColumn } from './translationColumn.ts';

export const pageSearchKeys = { found: (term: string) => ['published_pages', 'search', term] as const };

/** Published pages whose title or description, in whichever language, contains the words; at most five, with their titles in a language. */
export async function searchPages(db: Db, term: string, language = currentLanguage()): Promise<PageLink[]> {
  let query = db
    .from('published_pages')
    .select(`slug, title, published_at, languages, ${translationColumn(language)}`)
    .neq('slug', 'home');
  const patterns = searchPatterns(term);
  if (patterns.length === 0) return [];
  for (const words of patterns) query = query.like('search_text', words);
  const rows = unwrap(await query.order('title').limit(5));
  return rows.map(({ translation, published_at: publishedAt, ...row }) => ({
    ...localized(row, translation, ['title'], language),
    publishedAt,
  }));
}
