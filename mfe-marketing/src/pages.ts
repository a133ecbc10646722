import { previewPath } from '@masomo/contracts/previewPath';
import { lazyPage, type LazyPage } from './shared/lazyPage.tsx';

/** Lazily loaded pages by path; the home page is part of the main chunk. */
export const pages: Record<string, LazyPage> = {
  [previewPath]: lazyPage(() => import('./PreviewPage.tsx').then((page) => page.PreviewPage)),
  '/versions': lazyPage(() => import('./versions/VersionsPage.tsx').then((page) => page.VersionsPage)),
  '/features': lazyPage(() => import('./features/FeaturesPage.tsx').then((page) => page.FeaturesPage)),
  '/demo': lazyPage(() => import('./demo/DemoPage.tsx').then((page) => page.DemoPage)),
  '/pricing': lazyPage(() => import('./pricing/PricingPage.tsx').then((page) => page.PricingPage)),
  '/contact': lazyPage(() => import('./contact/ContactPage.tsx').then((page) => page.ContactPage)),
  '/about': lazyPage(() => import('./about/AboutPage.tsx').then((page) => page.AboutPage)),
  '/terms': lazyPage(() => import('./legal/TermsPage.tsx').then((page) => page.TermsPage)),
  '/privacy': lazyPage(() => import('./legal/PrivacyPage.tsx').then((page) => page.PrivacyPage)),
  '/faq': lazyPage(() => import('./faq/FaqPage.tsx').then((page) => page.FaqPage)),
  '/support': lazyPage(() => import('./support/SupportPage.tsx').then((page) => page.SupportPage)),
};

/** Pages of the CMS, at any other single-segment path. */
export const cmsPage = lazyPage(() => import('./page/CmsPage.tsx').then((page) => page.CmsPage));

/** Any other path. */
export const nowherePage = lazyPage(() => import('./page/MissingPage.tsx').then((page) => page.NowherePage));

/** The lazily loaded page of a path, or undefined for the home page and unknown paths. */
export function pageOf(pathname: string): LazyPage | undefined {
  if (pathname === '/') return undefined;
  return pages[pathname] ?? (/^\/[^/]+$/.test(pathname) ? cmsPage : nowherePage);
}
