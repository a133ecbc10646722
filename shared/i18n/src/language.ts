import type { Language } from '@masomo/contracts/languages';
import { filledContext, messageKey, type Catalogue, type Message, type Values } from './messages.ts';

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

/** The translation and the values of an English text whose places are filled in already; undefined when no such message is known. */
export function findFilled(text: string): { message: Message; values: Values } | undefined {
  const prefix = messageKey('', filledContext);
  if (texts[text] !== undefined) return undefined;
  for (const [key, message] of Object.entries(texts)) {
    if (!key.startsWith(prefix)) continue;
    const names: string[] = [];
    const parts = (JSON.parse(key.slice(prefix.length)) as readonly (string | readonly [string])[]).map((part) => {
      if (typeof part === 'string') return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      names.push(part[0]);
      return '(.+?)';
    });
    const found = new RegExp(`^${parts.join('')}$`, 's').exec(text);
    if (found) return { message, values: Object.fromEntries(names.map((name, index) => [name, found[index + 1]])) };
  }
  return undefined;
}
