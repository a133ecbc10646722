import { messageKey, type Catalogue, type Message } from './messages.ts';

/** The languages of the product; English is the source and needs no catalogue. */
export const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];

let current: Language = 'en';
let texts: Catalogue = {};

/** The language that every text is in from now on. A page sets it once, before its screens are loaded. */
export function setLanguage(language: Language): void {
  if (language !== current) texts = {};
  current = language;
}

export function currentLanguage(): Language {
  return current;
}

/** Adds an app's texts in the current language. */
export function addCatalogue(catalogue: Catalogue): void {
  texts = { ...texts, ...catalogue };
}

/** The message in the current language, in English where its catalogue has none. */
export function lookUp(message: Message, context?: string): Message {
  return texts[messageKey(message, context)] ?? message;
}
