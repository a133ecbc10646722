import { findFilled, lookUp } from './language.ts';
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

/**
 * A text that is data, such as a label of `shared/domain` marked as `translatable` or what the database refuses, in the current
 * language; also one that values were filled into already.
 */
export function translate(text: string): string {
  const filled = findFilled(text);
  return filled ? t(filled.message, filled.values) : t(text);
}
