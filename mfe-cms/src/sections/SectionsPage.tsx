import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { listSystemPages, settingGroupKeys } from '@masomo/data/site/siteSettings';
import { PageHeader } from '@masomo/design-system/admin';
import { sections } from '../shared/sectionSpecs.ts';
import { SectionList } from './SectionList.tsx';

const otherEditors = [
  { to: '/dashboard/cms/content', title: t`Questions and answers`, description: t`Questions from visitors, page by page.` },
  { to: '/dashboard/cms/content/testimonials', title: t`Testimonials`, description: t`Customer quotes on the home page.` },
  { to: '/dashboard/cms/pricing', title: t`Prices`, description: t`Plans, add-ons and services.` },
  { to: '/dashboard/cms/settings', title: t`Brand, contacts and hours`, description: t`Details used across the site.` },
] as const;

/** The sections of the site. */
export function SectionsPage() {
  const { data: pages } = useQuery(settingGroupKeys.systemPages(), listSystemPages);
  const written =
    pages?.map(({ id, title, slug }) => ({
      to: `/dashboard/cms/pages/${id}/edit`,
      title: slug === 'home' ? t`Home page` : title,
      description: slug === 'home' ? t`The introduction of the home page.` : t`A page of the site, written in the page editor.`,
    })) ?? [];
  return (
    <>
      <PageHeader title={t`Sections`} description={t`Parts of the site. Visitors see a change as soon as it is saved.`} />
      <SectionList label={t`Sections`} path="/dashboard/cms/sections" sections={sections} elsewhere={[...written, ...otherEditors]} />
    </>
  );
}
