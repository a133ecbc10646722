import { setServerLanguage } from '@masomo/domain/locale';
import { fillPlaces, type Say } from '@masomo/domain/say';
import sw from './sw.json' with { type: 'json' };

const translations: Readonly<Record<string, Readonly<Record<string, string>>>> = { sw };

/**
 * Runs `write` with texts, dates and numbers in a language. It must not wait, for what runs in between may be in another language.
 * `own` are translations besides those of functions and papers.
 */
export function inLanguage<T>(language: string, write: (say: Say) => T, own: Readonly<Record<string, string>> = {}): T {
  const before = setServerLanguage(language);
  const texts = translations[language] ?? {};
  try {
    return write((text, values) => fillPlaces(own[text] ?? texts[text] ?? text, values));
  } finally {
    setServerLanguage(before);
  }
}
