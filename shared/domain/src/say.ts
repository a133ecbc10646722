/**
 * A text in the reader's language with its values filled in, where message macros do not work and one process writes several
 * languages: `say('Thank you, {name}', { name })`. The extraction of messages finds texts that are literals.
 */
export type Say = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** The text with every `{name}` replaced by its value. Values are not expanded again. */
export function fillPlaces(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
