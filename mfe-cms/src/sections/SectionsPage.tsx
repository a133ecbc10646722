import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { listSystemPages, settingGroupKeys } from '@masomo/data/site/siteSettings';
import { PageHeader } from '@masomo/design-system/admin';
import { sections, settings, type SectionSpec } from '../shared/sectionSpecs.ts';
import { SectionList } from './SectionList.tsx';

const sectionPath = (key: string) => `/dashboard/cms/sections/${key}`;
const settingPath = (key: string) => `/dashboard/cms/settings/${key}`;

/** A section with the one that has its texts in Swahili. */
function withTranslation(section: SectionSpec, to: string) {
  const translation = sections.find(({ english }) => english === section.key);
  return { to, section, translation: translation && { to: sectionPath(translation.key), section: translation } };
}

const ofPages = new Set(['heroes', 'about']);
const written = sections.filter(({ english }) => english === undefined);
const pageSections = written.filter(({ key }) => ofPages.has(key)).map((section) => withTranslation(section, sectionPath(section.key)));
const siteSections = [
  ...written.filter(({ key }) => !ofPages.has(key)).map((section) => withTranslation(section, sectionPath(section.key))),
  // Their English texts are settings.
  ...settings.map((section) => withTranslation(section, settingPath(section.key))).filter(({ translation }) => translation),
];

const otherEditors = [
  { to: '/dashboard/cms/content', title: t`Questions and answers`, description: t`Questions from visitors, page by page.` },
  { to: '/dashboard/cms/content/testimonials', title: t`Testimonials`, description: t`Customer quotes on the home page.` },
  { to: '/dashboard/cms/pricing', title: t`Prices`, description: t`Plans, add-ons and services.` },
  { to: '/dashboard/cms/settings', title: t`Brand, contacts and hours`, description: t`Details used across the site.` },
] as const;

/** The sections of the site. */
export function SectionsPage() {
  const { data: pages } = useQuery(settingGroupKeys.systemPages(), listSystemPages);
  const pageEditors =
    pages?.map(({ id, title, slug }) => ({
      to: `/dashboard/cms/pages/${id}/edit`,
      title: slug === 'home' ? t`Home page` : title,
      description: slug === 'home' ? t`The introduction of the home page.` : t`A page of the site, written in the page editor.`,
    })) ?? [];
  const groups = [
    { title: t`The whole site`, sections: siteSections },
    { title: t`Pages`, sections: pageSections, elsewhere: pageEditors },
    { title: t`Edited on other screens`, elsewhere: otherEditors },
  ];
  return (
    <>
      <PageHeader title={t`Sections`} description={t`Parts of the site. Visitors see a change as soon as it is saved.`} />
      <SectionList groups={groups} />
    </>
  );
}
