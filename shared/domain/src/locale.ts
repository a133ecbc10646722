const locales: Readonly<Record<string, string>> = { sw: 'sw-KE' };

let serverLanguage = 'en';

/** Sets the language of dates and numbers where there is no document, as in a render on the server. Returns the one before. */
export function setServerLanguage(language: string): string {
  const before = serverLanguage;
  serverLanguage = language;
  return before;
}

/** The locale of dates and numbers: Kenya's, in the language of the page. */
export function pageLocale(): string {
  return locales[globalThis.document?.documentElement.lang ?? serverLanguage] ?? 'en-KE';
}
