import { findScreen, ownerOf, type Screen } from '@masomo/contracts/findScreen';
import { inLanguage, languageOf, withoutLanguage } from '@masomo/contracts/languages';
import type { Registry, RegistryRemote } from '@masomo/contracts/registry';

export type RenderedKind = {
  kind: 'rendered';
  remote: RegistryRemote;
  query: readonly string[];
  /** The addresses that the route has: one, one for each value of a parameter, or any. */
  reach: 'one' | 'parameter' | 'any';
};

/**
 * The kind of document an address gets: a page rendered by its remote, or the bare document that the browser fills (signed-in areas,
 * sign-in, remotes without a server build).
 */
type PageKind =
  | RenderedKind
  /** `screen` is one that only people with a session may open. */
  | { kind: 'bare'; status: number; screen?: Screen };

/** Pages that the shell itself renders. */
const isShellPage = (path: string) => path === '/login' || path.startsWith('/login/');

export function pageKindOf(registry: Registry, requested: string): PageKind {
  const path = withoutLanguage(requested);
  if (isShellPage(path)) return { kind: 'bare', status: 200 };
  const screen = findScreen(registry, path);
  // No screen matches: a prerendered remote renders its own "not found" in the browser, anything else is a 404.
  if (!screen) return { kind: 'bare', status: ownerOf(registry, path)?.manifest.prerender ? 200 : 404 };
  const { remote, route } = screen;
  const isPublic = route.layout === 'public' && route.access === 'anyone';
  if (isPublic && remote.manifest.prerender) {
    const reach = route.path.endsWith('/*') ? 'any' : route.path.includes('/:') ? 'parameter' : 'one';
    return { kind: 'rendered', remote, query: route.query ?? [], reach };
  }
  return { kind: 'bare', status: 200, ...(route.access === 'anyone' ? {} : { screen }) };
}

/** The address of a page at the origin that visitors use. */
export function pageUrl(address: string, origin: string): URL {
  const { pathname, search } = new URL(address);
  const url = new URL(origin);
  url.pathname = pathname;
  url.search = search;
  return url;
}

/** Longer values are no filter of a page but an attempt to fill the cache. */
const maxValueLength = 100;

/**
 * The address a page is rendered and cached for: of the parameters only those its route declares, sorted, each once. All others
 * stay in the visitor's address bar and change nothing here.
 */
export function cachedUrl(url: URL, declared: readonly string[]): URL {
  const cached = new URL(url);
  cached.search = '';
  cached.hash = '';
  for (const name of [...new Set(declared)].sort()) {
    const value = url.searchParams.get(name);
    if (value !== null && value.length <= maxValueLength) cached.searchParams.set(name, value);
  }
  return cached;
}

/** The address at which a remote renders its page for addresses without one. It owns it, and no page can have it. */
export function missingPageUrl(url: URL, { manifest }: RegistryRemote): URL {
  const [prefix = '/'] = manifest.owns;
  const missing = new URL(url.origin);
  missing.pathname = inLanguage(`${prefix === '/' ? '' : prefix}/_missing`, languageOf(url.pathname));
  return missing;
}

/** Where a page has moved to, with those of the visitor's parameters that the new address does not set itself. */
export function redirectTarget(to: string, visited: string): string {
  const base = 'http://redirect.invalid';
  const [target, { searchParams }] = [new URL(to, base), new URL(visited, base)];
  const own = new Set(target.searchParams.keys());
  for (const [name, value] of searchParams) if (!own.has(name)) target.searchParams.append(name, value);
  return target.origin === base ? target.pathname + target.search + target.hash : target.href;
}

/** The path without superfluous slashes. */
export function normalizedPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}
