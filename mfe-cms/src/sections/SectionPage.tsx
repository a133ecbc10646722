import { sections, settings } from '../shared/sectionSpecs.ts';
import { SectionEditor } from './SectionEditor.tsx';

/** One of the site's own parts. */
export function SectionPage() {
  return <SectionEditor of={sections} />;
}

/** One group of what the whole site relies on. */
export function SettingPage() {
  return <SectionEditor of={settings} />;
}
