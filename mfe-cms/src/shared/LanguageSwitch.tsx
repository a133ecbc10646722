import { t } from '@lingui/core/macro';
import { SegmentedToggle } from '@masomo/design-system';

/** The language whose texts are edited. */
export type EditedLanguage = 'en' | 'sw';

const names = { en: 'English', sw: 'Kiswahili' } as const;
const options = (['en', 'sw'] as const).map((value) => ({ value, label: names[value] }));

/** Chooses the language of the texts that are edited. */
export function LanguageSwitch({ value, onChange }: { value: EditedLanguage; onChange: (language: EditedLanguage) => void }) {
  return <SegmentedToggle label={t`Language of the texts`} value={value} options={options} onChange={onChange} />;
}
