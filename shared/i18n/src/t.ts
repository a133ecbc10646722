import { findSentence, lookUp } from './language.ts';
import { formatMessage, type Descriptor, type Values } from './messages.ts';

/**
 * The text of a message in the current language. The build turns the macros `t`, `msg` and `plural` into calls of it.
 */
export function t(descriptor: Descriptor, values: Values = {}, context?: string): string {
  if (typeof descriptor === 'object' && 'message' in descriptor) return t(descriptor.message, descriptor.values, descriptor.context);
  let text = '';
  const append = (part: unknown) => {
    text += String(part);
  };
  formatMessage(lookUp(descriptor, context), values, append, append);
  return text;
}

/** A text that is data, such as a label of `shared/domain` marked as `translatable`, in the current language. */
export function translate(text: string): string {
  return t(text);
}

/**
 * A sentence that came from a server as it is written there, in the current language; undefined where the language has no translation.
 * `show` makes a text of each value.
 */
export function translateSentence<V>(
  sentence: string,
  values: Readonly<Record<string, V>>,
  show: (value: V) => string,
): string | undefined {
  const message = findSentence(sentence);
  if (message === undefined) return undefined;
  let text = '';
  const append = (part: string) => {
    text += part;
  };
  formatMessage(message, values, append, (value) => append(show(value as V)));
  return text;
}
