import { t } from '@lingui/core/macro';
import type { CmsSearchResult, SearchResultKind } from '@masomo/data/site/cmsSearch';
import { sections, settings } from '../shared/sectionSpecs.ts';

export const kindLabels: Record<SearchResultKind, string> = {
  page: t`Pages`,
  media: t`Media`,
  question: t`Questions`,
  testimonial: t`Testimonials`,
  price: t`Prices`,
  setting: t`Sections and settings`,
  redirect: t`Redirects`,
};

const priceTabs: Record<string, string> = { Plan: 'plans', 'Add-on': 'addons', Service: 'services' };
const screens: Record<Exclude<SearchResultKind, 'page' | 'setting'>, string> = {
  media: 'media',
  question: 'content',
  testimonial: 'content/testimonials',
  price: 'pricing',
  redirect: 'redirects',
};

/** The path of the screen that opens a result. */
export function resultPath({ kind, id, title, detail }: CmsSearchResult): string {
  if (kind === 'page') return `/dashboard/cms/pages/${id}/edit`;
  if (kind === 'setting') return `/dashboard/cms/${settings.some(({ key }) => key === id) ? 'settings' : 'sections'}/${id}`;
  const query = new URLSearchParams({
    search: title,
    ...(kind === 'question' ? { surface: detail } : {}),
    ...(kind === 'price' ? { tab: priceTabs[detail] ?? 'prices' } : {}),
  });
  return `/dashboard/cms/${screens[kind]}?${query}`;
}

/** The title of a result; setting groups have a label in place of their key. */
export function resultTitle({ kind, id, title }: CmsSearchResult): string {
  return (kind === 'setting' && [...sections, ...settings].find(({ key }) => key === id)?.title) || title;
}
