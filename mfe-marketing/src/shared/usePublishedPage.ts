import { createContext, use } from 'react';
import type { QueryResult } from '@masomo/data';
import { getPublishedPage, pageKeys, type PublishedPage } from '@masomo/data/site/publishedPages';
import { useSiteQuery } from './useSiteQuery.ts';

/** A page that its editor looks at before anybody else does; it stands in for the published one. */
export const PreviewContext = createContext<PublishedPage | undefined>(undefined);

/** What the CMS holds for an address; null where nothing is published. */
export function usePublishedPage(slug: string): Pick<QueryResult<PublishedPage | null>, 'data' | 'error' | 'isLoading' | 'reload'> {
  const preview = use(PreviewContext);
  const published = useSiteQuery(preview ? null : pageKeys.bySlug(slug), (db) => getPublishedPage(db, slug));
  return preview ? { data: preview, error: undefined, isLoading: false, reload: published.reload } : published;
}
