import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { listSystemPages, settingGroupKeys } from '@masomo/data/site/siteSettings';
import { PageHeader } from '@masomo/design-system/admin';
import { sections } from '../shared/sectionSpecs.ts';
import { SectionList } from './SectionList.tsx';

const otherEditors = [
  { to: '/dashboard/cms/content', title: t`Questions and answers`, description: t`What visitors ask, page by page.` },
  { to: '/dashboard/cms/content/testimonials', title: t`Testimonials`, description: t`What customers say on the first page.` },
  { to: '/dashboard/cms/pricing', title: t`Prices`, description: t`Plans, add-ons and services.` },
  { to: '/dashboard/cms/settings', title: t`Brand, contacts and hours`, description: t`What the whole site relies on.` },
] as const;

/** The sections of the site. */
export function SectionsPage() {
  const { data: pages } = useQuery(settingGroupKeys.systemPages(), listSystemPages);
  const written =
    pages?.map(({ id, title, slug }) => ({
      to: `/dashboard/cms/pages/${id}/edit`,
      title: slug === 'home' ? t`First page` : title,
      description: slug === 'home' ? t`The opening words of the home page.` : t`A page of the site, written in the page editor.`,
    })) ?? [];
  return (
    <>
      <PageHeader title={t`Sections`} description={t`The site's own parts. What is saved here is what visitors read.`} />
      <SectionList label={t`Sections`} path="/dashboard/cms/sections" sections={sections} elsewhere={[...written, ...otherEditors]} />
    </>
  );
}
