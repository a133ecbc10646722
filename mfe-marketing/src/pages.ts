import { previewPath } from '@masomo/contracts/previewPath';
import { lazyScreen, type LazyScreen } from '@masomo/remote/lazyScreen';

/** Lazily loaded pages by path; the home page is part of the main chunk. */
export const pages: Record<string, LazyScreen> = {
  [previewPath]: lazyScreen(() => import('./PreviewPage.tsx').then((page) => page.PreviewPage)),
  '/versions': lazyScreen(() => import('./versions/VersionsPage.tsx').then((page) => page.VersionsPage)),
  '/features': lazyScreen(() => import('./features/FeaturesPage.tsx').then((page) => page.FeaturesPage)),
  '/demo': lazyScreen(() => import('./demo/DemoPage.tsx').then((page) => page.DemoPage)),
  '/pricing': lazyScreen(() => import('./pricing/PricingPage.tsx').then((page) => page.PricingPage)),
  '/contact': lazyScreen(() => import('./contact/ContactPage.tsx').then((page) => page.ContactPage)),
  '/about': lazyScreen(() => import('./about/AboutPage.tsx').then((page) => page.AboutPage)),
  '/trial': lazyScreen(() => import('./trial/TrialPage.tsx').then((page) => page.TrialPage)),
  '/terms': lazyScreen(() => import('./legal/TermsPage.tsx').then((page) => page.TermsPage)),
  '/privacy': lazyScreen(() => import('./legal/PrivacyPage.tsx').then((page) => page.PrivacyPage)),
  '/faq': lazyScreen(() => import('./faq/FaqPage.tsx').then((page) => page.FaqPage)),
  '/verify': lazyScreen(() => import('./verify/VerifyPage.tsx').then((page) => page.VerifyPage)),
  '/support': lazyScreen(() => import('./support/SupportPage.tsx').then((page) => page.SupportPage)),
};

/** Pages of the CMS, at any other single-segment path. */
export const cmsPage = lazyScreen(() => import('./page/CmsPage.tsx').then((page) => page.CmsPage));

/** Any other path. */
export const nowherePage = lazyScreen(() => import('./page/MissingPage.tsx').then((page) => page.NowherePage));

/** The lazily loaded page of a path, or undefined for the home page and unknown paths. */
export function pageOf(pathname: string): LazyScreen | undefined {
  if (pathname === '/') return undefined;
  return pages[pathname] ?? (/^\/[^/]+$/.test(pathname) ? cmsPage : nowherePage);
}
