import { sections, settings } from '../shared/sectionSpecs.ts';
import { SectionEditor } from './SectionEditor.tsx';

/** The editor of a section of the site. */
export function SectionPage() {
  return <SectionEditor of={sections} />;
}

/** The editor of a group of site-wide settings. */
export function SettingPage() {
  return <SectionEditor of={settings} />;
}
