import { createContext, use } from 'react';
import type { QueryResult } from '@masomo/data';
import { getPublishedPage, pageKeys, type PublishedPage } from '@masomo/data/site/publishedPages';
import { useSiteQuery } from './useSiteQuery.ts';

/** The draft shown in the editor's preview, in place of the published page. */
export const PreviewContext = createContext<PublishedPage | undefined>(undefined);

/** The published page of a slug; null where nothing is published. */
export function usePublishedPage(slug: string): Pick<QueryResult<PublishedPage | null>, 'data' | 'error' | 'isLoading' | 'reload'> {
  const preview = use(PreviewContext);
  const published = useSiteQuery(preview ? null : pageKeys.bySlug(slug), (db) => getPublishedPage(db, slug));
  return preview ? { data: preview, error: undefined, isLoading: false, reload: published.reload } : published;
}
