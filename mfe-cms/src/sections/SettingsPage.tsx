import { PageHeader } from '@masomo/design-system/admin';
import { settings } from '../shared/sectionSpecs.ts';
import { SectionList } from './SectionList.tsx';

/** The site-wide settings. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" description="What the whole site relies on: name, contacts, hours and addresses." />
      <SectionList label="Settings" path="/dashboard/cms/settings" sections={settings} />
    </>
  );
}
