import type { Language } from '@masomo/contracts/languages';
import { messageKey, sentenceContext, type Catalogue, type Message } from './messages.ts';

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

/** How the texts of an app are loaded. */
export type Catalogues = Partial<Record<Language, () => Promise<{ default: Catalogue }>>>;

/** Loads an app's texts in the current language. */
export async function loadTexts(catalogues: Catalogues): Promise<void> {
  // Others may have loaded theirs in the meantime: add-ons start at once.
  const loaded = await catalogues[current]?.();
  texts = { ...texts, ...loaded?.default };
}

/** The message in the current language, in English where its catalogue has none. */
export function lookUp(message: Message, context?: string): Message {
  return texts[messageKey(message, context)] ?? message;
}

/** The translation of a sentence that a server sent with its values; undefined where the language has none. */
export function findSentence(sentence: string): Message | undefined {
  return texts[messageKey(sentence, sentenceContext)] ?? texts[sentence];
}
