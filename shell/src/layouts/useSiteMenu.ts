import { useIsSignedIn } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getSiteMenu, siteMenuKeys } from '@masomo/data/site/siteMenu';
import type { SiteMenu, SiteMenuEntry, SiteMenuLink } from '@masomo/domain/siteMenu';

/** The header's or the footer's entries as this visitor sees them; none while they are read on a page that the server has not rendered. */
export function useSiteMenu(part: keyof SiteMenu): SiteMenuEntry[] {
  const isSignedIn = useIsSignedIn();
  const { data: menu } = useQuery(siteMenuKeys.menu(), getSiteMenu, { revalidateIfStale: false, revalidateOnFocus: false });
  const isSeen = ({ forVisitors }: SiteMenuLink) => !(forVisitors && isSignedIn);
  return (menu?.[part] ?? [])
    .filter(isSeen)
    .map((entry) => ({ ...entry, links: entry.links?.filter(isSeen) }))
    .filter(({ to, links }) => to ?? links?.length);
}
