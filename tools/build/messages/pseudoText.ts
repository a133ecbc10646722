import type { CompiledMessage } from './compileMessage.ts';

const accented: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' };

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

/** A message in the pseudo language, which stands in the place of a translation: a text without brackets is no message. */
export function pseudoText(message: CompiledMessage): CompiledMessage {
  return typeof message === 'string' ? `⟦${accent(message)}⟧` : ['⟦', ...accentParts(message), '⟧'];
}

/** Whether builds have the pseudo language in the place of translations; only in development. */
export const isPseudo = process.env['PSEUDO_LANGUAGE'] === 'on';
