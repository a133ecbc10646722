import { t } from '@lingui/core/macro';
import { SegmentedToggle } from '@masomo/design-system';

/** The language whose texts are edited. */
export type EditedLanguage = 'en' | 'sw';

const names = { en: 'English', sw: 'Kiswahili' } as const;
const options = (['en', 'sw'] as const).map((value) => ({ value, label: names[value] }));

type LanguageSwitchProps = { value: EditedLanguage; onChange: (language: EditedLanguage) => void; label?: string };

/** Chooses the language of the texts that are edited, or what else `label` says. */
export function LanguageSwitch({ value, onChange, label = t`Language of the texts` }: LanguageSwitchProps) {
  return <SegmentedToggle label={label} value={value} options={options} onChange={onChange} />;
}
