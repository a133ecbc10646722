import { getAbout, siteKeys } from '@masomo/data/site/publicContent';
import { useSiteQuery } from '../shared/useSiteQuery.ts';

/** Content of the about page. */
export function useAbout() {
  const { data: about, error, isLoading, reload } = useSiteQuery(siteKeys.about(), getAbout);
  return { about, error, isLoading, reload };
}
