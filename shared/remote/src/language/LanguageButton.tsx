import { Button, type ButtonProps } from '@masomo/design-system';
import { currentLanguage } from '@masomo/i18n';

/** Each language by its own name, for those who read it. */
const names = { en: 'English', sw: 'Kiswahili' } as const;

/** Shows the product in the other language. */
export function LanguageButton(props: Omit<ButtonProps, 'onClick' | 'children'>) {
  const next = currentLanguage() === 'en' ? 'sw' : 'en';
  return (
    <Button
      size="sm"
      variant="ghost"
      lang={next}
      onClick={() => void import('./chooseLanguage.ts').then(({ chooseLanguage }) => chooseLanguage(next))}
      {...props}
    >
      {names[next]}
    </Button>
  );
}

/** The same in the menu of small screens, whose header has no room for it. */
export function LanguageMenuButton() {
  return <LanguageButton hideFrom="sm" alignSelf="flex-start" minH="11" ms="-3" />;
}
