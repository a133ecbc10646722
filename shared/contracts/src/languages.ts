/** The languages of the product. English is the source; any other language is the first segment of an address: `/sw/pricing`. */
export const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];

/** The languages that an address names. */
export const addressLanguages: readonly Language[] = languages.filter((language) => language !== 'en');

/** Cookie with the language that a reader chose; it opens addresses that name no language. */
export const languageCookie = 'language';

const prefix = new RegExp(`^/(${addressLanguages.join('|')})(?![^/?#])`);

/** The language of an address, given as a path. */
export function languageOf(path: string): Language {
  return (prefix.exec(path)?.[1] as Language | undefined) ?? 'en';
}

/** The path of an address as it is in English. */
export function withoutLanguage(path: string): string {
  return path.replace(prefix, '').replace(/^(?!\/)/, '/');
}

/** The path of the same page in a language. */
export function inLanguage(path: string, language: Language): string {
  const plain = withoutLanguage(path);
  return language === 'en' ? plain : `/${language}${plain.replace(/^\/(?=[?#]|$)/, '')}`;
}
