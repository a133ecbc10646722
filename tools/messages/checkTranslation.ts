import { compileMessage } from '../build/messages/compileMessage.ts';

/** What is wrong with a translation; undefined when it can stand for the English text. */
export function checkTranslation(message: string, translation: string): string | undefined {
  try {
    const expected = placesOf(message);
    const found = placesOf(translation);
    const missing = expected.filter((place) => !found.includes(place));
    const unknown = found.filter((place) => !expected.includes(place));
    if (missing.length > 0) return `lacks ${missing.join(', ')}`;
    if (unknown.length > 0) return `has ${unknown.join(', ')}, which the English text has not`;
    return balanced(translation) ? undefined : 'has elements that are not closed in order';
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const tag = /<(\/?)(\d+)(\/?)>/g;

/** The values and elements of a message, each once. */
function placesOf(message: string): string[] {
  const places = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part === 'string') for (const [whole] of part.matchAll(tag)) places.add(whole);
    if (!Array.isArray(part)) return;
    for (const child of part as unknown[]) {
      if (!Array.isArray(child)) {
        walk(child);
        continue;
      }
      const [name, kind, forms] = child as [string, string?, Record<string, unknown>?];
      places.add(kind === 'select' ? `{${name}, select}` : `{${name}}`);
      for (const form of Object.values(forms ?? {})) walk(Array.isArray(form) ? form : [form]);
    }
  };
  const compiled = compileMessage(message);
  walk(typeof compiled === 'string' ? [compiled] : compiled);
  return [...places].sort();
}

function balanced(message: string): boolean {
  const open: string[] = [];
  for (const [, closes, name = '', closesItself] of message.replace(/\{[^{}]*,\s*(plural|select)[\s\S]*$/, '').matchAll(tag)) {
    if (closesItself) continue;
    if (!closes) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
