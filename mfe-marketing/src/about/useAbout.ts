import { getAbout, siteKeys } from '@masomo/data/site/publicContent';
import { useSiteQuery } from '../shared/useSiteQuery.ts';

/** What the company says of itself. */
export function useAbout() {
  const { data: about, error, isLoading, reload } = useSiteQuery(siteKeys.about(), getAbout);
  return { about, error, isLoading, reload };
}
