import { findScreen, ownerOf } from '@masomo/contracts/findScreen';
import type { Registry, RegistryRemote } from '@masomo/contracts/registry';

/**
 * What the gateway answers at an address: a page rendered by its remote, or the bare document that the browser fills
 * (signed-in areas, sign-in, remotes without a server build).
 */
export type PageKind = { kind: 'rendered'; remote: RegistryRemote } | { kind: 'bare'; status: number };

/** Drawn by the shell itself. */
const isShellPage = (path: string) => path === '/login' || path.startsWith('/login/');

export function pageKindOf(registry: Registry, path: string): PageKind {
  if (isShellPage(path)) return { kind: 'bare', status: 200 };
  const screen = findScreen(registry, path);
  // An unknown address of the signed-in area is nobody's page; the browser decides where to go.
  if (!screen) return { kind: 'bare', status: ownerOf(registry, path)?.manifest.prerender ? 200 : 404 };
  const { remote, route } = screen;
  const isPublic = route.layout === 'public' && route.access === 'anyone';
  return isPublic && remote.manifest.prerender ? { kind: 'rendered', remote } : { kind: 'bare', status: 200 };
}

const trackers = /^(utm_.*|gclid|fbclid|msclkid|mc_[ce]id|ref)$/;

/** The address a page is rendered for: marks of campaigns make no page of their own. */
export function pageUrl(address: string, origin: string): URL {
  const { pathname, searchParams } = new URL(address);
  const url = new URL(origin);
  url.pathname = pathname;
  searchParams.sort();
  for (const [name, value] of searchParams) if (!trackers.test(name)) url.searchParams.append(name, value);
  return url;
}

/** Where an address with extra slashes belongs; null when it is written as it should be. */
export function normalizedPath(path: string): string | null {
  const tidy = `/${path.split('/').filter(Boolean).join('/')}`;
  return tidy === path ? null : tidy;
}
