import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { listPublishedPages, listSiteAddresses } from '@masomo/data/site/publishedPages';
import { sitePages } from '@masomo/domain/siteMenu';

const pagesOfSite = [
  ['/', t`Home`],
  ['/versions', t`Versions`],
  ['/features', t`Features`],
  ['/demo', t`Demo`],
  ['/pricing', t`Pricing`],
  ['/store', t`Store`],
  ['/about', t`About us`],
  ['/contact', t`Contact`],
  ['/support', t`Support`],
  ['/faq', t`Questions`],
  ['/trial', t`Free trial`],
  ['/verify', t`Check a document`],
] as const;

const targetKeys = { pages: () => ['published_pages', 'menu'] as const, addresses: () => ['published_pages', 'addresses'] as const };
const pathOf = (target: string) => `/${(target.split(/[?#]/)[0] ?? '').replace(/^\/+|\/+$/g, '')}`;

/** What an entry of the menu can lead to: the site's pages with their titles, and whether a target is there for visitors. */
export function useMenuTargets() {
  const { data: pages } = useQuery(targetKeys.pages(), listPublishedPages);
  const { data: addresses } = useQuery(targetKeys.addresses(), listSiteAddresses);
  const written = (pages ?? []).filter(({ slug }) => slug !== 'home').map(({ slug, title }) => [`/${slug}`, title] as const);
  const options = [...pagesOfSite, ...written].map(([value, title]) => ({ value, label: `${title} (${value})` }));
  function isReachable(target: string): boolean {
    if (!target.startsWith('/') || !addresses) return true;
    const path = pathOf(target);
    const [, segment = ''] = path.split('/');
    // Terms and privacy are pages of the site whose texts the CMS publishes.
    const isWritten = segment === 'terms' || segment === 'privacy';
    return addresses.includes(path) || (!isWritten && sitePages.some((page) => page === segment));
  }
  return { options, isReachable };
}
