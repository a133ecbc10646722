import type { CompiledMessage } from './compileMessage.ts';

// Two for one makes short texts a third longer, as translations are.
const accented: Record<string, string> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  A: 'Áá',
  E: 'Éé',
  I: 'Íí',
  O: 'Óó',
  U: 'Úú',
};

const accent = (text: string) => text.replace(/[aeiou]/gi, (letter) => accented[letter] ?? letter);

function accentParts(parts: readonly unknown[]): unknown[] {
  return parts.map((part) => {
    if (typeof part === 'string') return accent(part);
    const [name, kind, forms] = part as [string, string?, Record<string, unknown>?];
    if (!forms) return part;
    const changed = Object.entries(forms).map(([form, value]) => [
      form,
      typeof value === 'string' ? accent(value) : accentParts(value as []),
    ]);
    return [name, kind, Object.fromEntries(changed)];
  });
}

export const pseudoLabel = (text: string) => `⟦${accent(text)}⟧`;

/** A message in the pseudo language, which is in the place of a translation: a text without brackets is no message. */
export function pseudoText(message: CompiledMessage): CompiledMessage {
  return typeof message === 'string' ? pseudoLabel(message) : ['⟦', ...accentParts(message), '⟧'];
}

/** Whether builds have the pseudo language in the place of translations; only in development. */
export const isPseudo = process.env['PSEUDO_LANGUAGE'] === 'on';
