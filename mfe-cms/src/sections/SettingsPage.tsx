import { t } from '@lingui/core/macro';
import { PageHeader } from '@masomo/design-system/admin';
import { settings } from '../shared/sectionSpecs.ts';
import { SectionList } from './SectionList.tsx';

const places = settings.map((section) => ({ to: `/dashboard/cms/settings/${section.key}`, section }));

/** The site-wide settings. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title={t`Settings`} description={t`Details used across the site: name, contacts, hours and addresses.`} />
      <SectionList groups={[{ title: t`Settings`, sections: places }]} />
    </>
  );
}
