import { Button, type ButtonProps } from '@masomo/design-system';
import { languages, type Language } from '@masomo/contracts/languages';
import { currentLanguage } from '@masomo/i18n';

/** Each language by its own name, for those who read it. */
const names: Record<Language, string> = { en: 'English', sw: 'Kiswahili' };

/** Shows the product in another language, with a button for each. */
export function LanguageButton(props: Omit<ButtonProps, 'onClick' | 'children'>) {
  return languages
    .filter((language) => language !== currentLanguage())
    .map((language) => (
      <Button
        key={language}
        size="sm"
        variant="ghost"
        lang={language}
        onClick={() => void import('./chooseLanguage.ts').then(({ chooseLanguage }) => chooseLanguage(language))}
        {...props}
      >
        {names[language]}
      </Button>
    ));
}

/** The same in the menu of small screens, whose header has no room for it. */
export function LanguageMenuButton() {
  return <LanguageButton hideFrom="sm" alignSelf="flex-start" minH="11" ms="-3" />;
}
