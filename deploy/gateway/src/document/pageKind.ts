import { findScreen, ownerOf } from '@masomo/contracts/findScreen';
import type { Registry, RegistryRemote } from '@masomo/contracts/registry';

/**
 * The kind of document an address gets: a page rendered by its remote, or the bare document that the browser fills (signed-in areas,
 * sign-in, remotes without a server build).
 */
type PageKind = { kind: 'rendered'; remote: RegistryRemote } | { kind: 'bare'; status: number };

/** Pages that the shell itself renders. */
const isShellPage = (path: string) => path === '/login' || path.startsWith('/login/');

export function pageKindOf(registry: Registry, path: string): PageKind {
  if (isShellPage(path)) return { kind: 'bare', status: 200 };
  const screen = findScreen(registry, path);
  // No screen matches: a prerendered remote renders its own "not found" in the browser, anything else is a 404.
  if (!screen) return { kind: 'bare', status: ownerOf(registry, path)?.manifest.prerender ? 200 : 404 };
  const { remote, route } = screen;
  const isPublic = route.layout === 'public' && route.access === 'anyone';
  return isPublic && remote.manifest.prerender ? { kind: 'rendered', remote } : { kind: 'bare', status: 200 };
}

const campaignParameter = /^(utm_.*|gclid|fbclid|msclkid|mc_[ce]id|ref)$/;

/** The address a page is rendered for: sorted parameters without those of campaigns, so that they share one cached page. */
export function pageUrl(address: string, origin: string): URL {
  const { pathname, searchParams } = new URL(address);
  const url = new URL(origin);
  url.pathname = pathname;
  searchParams.sort();
  for (const [name, value] of searchParams) if (!campaignParameter.test(name)) url.searchParams.append(name, value);
  return url;
}

/** The path without superfluous slashes. */
export function normalizedPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}
