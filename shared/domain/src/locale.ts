const locales: Readonly<Record<string, string>> = { sw: 'sw-KE' };

let serverLanguage = 'en';

/** Sets the language of dates and numbers where there is no document, as in a render on the server. */
export function setServerLanguage(language: string): void {
  serverLanguage = language;
}

/** The locale of dates and numbers: Kenya's, in the language of the page. */
export function pageLocale(): string {
  return locales[globalThis.document?.documentElement.lang ?? serverLanguage] ?? 'en-KE';
}
