/**
 * A message as the build compiles it: a text, or parts of which `[name]` is a value and `[name, 'plural' | 'select', forms]` a
 * choice between forms; `#` in a form stands for the chosen number.
 */
export type Message = string | readonly Part[];
type Part = string | readonly [name: string, kind?: string, forms?: Readonly<Record<string, Message | number>>];

/** A message with what it needs, as `msg` makes it; the build reduces one without values and context to its message. */
export type Descriptor = Message | { message: Message; values?: Values; context?: string };

/** What is in a message's places, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Texts of one language by the key of their English message. */
export type Catalogue = Readonly<Record<string, Message>>;

/** English and Swahili have the same two plural forms. */
const pluralForm = (value: unknown) => (value === 1 ? 'one' : 'other');

/** A count as `formatNumber` writes it, which would weigh more at the first visit: `1,200`. */
const groupDigits = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** A message in order: its own texts and the values between them. */
export function formatMessage(
  message: Message,
  values: Values,
  onText: (text: string) => void,
  onValue: (value: unknown) => void,
  number?: unknown,
): void {
  for (const part of typeof message === 'string' ? [message] : message) {
    if (part === '#' && number !== undefined) onValue(typeof number === 'number' ? groupDigits(number) : number);
    else if (typeof part === 'string') onText(part);
    else {
      const [name, kind, forms] = part;
      const value = values[name];
      if (!forms) onValue(value);
      else {
        const form = forms[String(value)] ?? (kind === 'plural' ? forms[pluralForm(value)] : undefined) ?? forms['other'];
        if (form !== undefined && typeof form !== 'number') formatMessage(form, values, onText, onValue, value);
      }
    }
  }
}

/** The context of sentences with values that servers send as they are written: their keys are not compiled, so that no parser goes to the browser. */
export const sentenceContext = 'sentence';

/** The key of an English message in a catalogue. */
export function messageKey(message: Message, context?: string): string {
  const key = typeof message === 'string' ? message : JSON.stringify(message);
  return context === undefined ? key : `${context}\u0004${key}`;
}
