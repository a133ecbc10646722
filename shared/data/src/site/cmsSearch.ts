import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';

/** The kinds of content the CMS search covers. */
export const searchResultKinds = ['page', 'media', 'question', 'testimonial', 'price', 'setting', 'redirect'] as const;
export type SearchResultKind = (typeof searchResultKinds)[number];
/** One result; `detail` distinguishes results with the same title. */
export type CmsSearchResult = { kind: SearchResultKind; id: string; title: string; detail: string };

export const cmsSearchKeys = { results: (term: string, kind: SearchResultKind | '') => ['cms_search', term, kind] as const };

/** At most six results of each kind, best first; none for an empty term. */
export async function searchCms(
  db: Db,
  { term, kind }: { term: string; kind: SearchResultKind | '' },
  signal = new AbortController().signal,
): Promise<CmsSearchResult[]> {
  return z
    .array(z.object({ kind: z.enum(searchResultKinds), id: z.string(), title: z.string(), detail: z.string() }))
    .parse(unwrap(await db.rpc('search_cms', { term, ...(kind ? { only_kind: kind } : {}) }, { get: true }).abortSignal(signal)));
}

const priceTabs: Record<string, string> = { Plan: 'plans', 'Add-on': 'addons', Service: 'services' };
const screens: Record<Exclude<SearchResultKind, 'page' | 'setting'>, string> = {
  media: 'media',
  question: 'content',
  testimonial: 'content/testimonials',
  price: 'pricing',
  redirect: 'redirects',
};

/** The path of the screen that opens a result; a group of settings is opened by its own area, which knows where it stands. */
export function contentPath({ kind, id, title, detail }: CmsSearchResult & { kind: Exclude<SearchResultKind, 'setting'> }): string {
  if (kind === 'page') return `/dashboard/cms/pages/${id}/edit`;
  const query = new URLSearchParams({
    search: title,
    ...(kind === 'question' ? { surface: detail } : {}),
    ...(kind === 'price' ? { tab: priceTabs[detail] ?? 'prices' } : {}),
  });
  return `/dashboard/cms/${screens[kind]}?${query}`;
}
