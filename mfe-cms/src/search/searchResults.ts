import { t } from '@lingui/core/macro';
import { contentPath, type CmsSearchResult, type SearchResultKind } from '@masomo/data/site/cmsSearch';
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

/** The path of the screen that opens a result. */
export function resultPath({ kind, ...result }: CmsSearchResult): string {
  if (kind !== 'setting') return contentPath({ kind, ...result });
  return `/dashboard/cms/${settings.some(({ key }) => key === result.id) ? 'settings' : 'sections'}/${result.id}`;
}

/** The title of a result; setting groups have a label in place of their key. */
export function resultTitle({ kind, id, title }: CmsSearchResult): string {
  return (kind === 'setting' && [...sections, ...settings].find(({ key }) => key === id)?.title) || title;
}
