import { formatMoney } from './money.ts';
import { formatNumber } from './number.ts';
import { formatDate } from './time.ts';

/** What is in a place of a sentence: a text, a number, an amount of a currency, a day or another sentence, which readers see in their own way. */
export type SentenceValue = string | number | { amount: number; currency: string } | { day: string } | Sentence;

/**
 * A sentence for people, in English and with places such as `{limit}` or `{count, plural, one {# row} other {# rows}}`, and what goes
 * into them. Servers answer with it, so that it is said in the reader's language; `sentence` is the key of its translation.
 */
export type Sentence = { sentence: string; args: Record<string, SentenceValue> };

/** A text with values for people, in a file where message macros do not work; the extraction finds it. `say` of `@masomo/data` says it. */
export const sentence = (text: string, args: Readonly<Record<string, SentenceValue>> = {}): Sentence => ({
  sentence: text,
  args: { ...args },
});

function isValue(value: unknown): value is SentenceValue {
  if (typeof value === 'string' || typeof value === 'number') return true;
  if (typeof value !== 'object' || value === null) return false;
  if ('day' in value) return typeof value.day === 'string';
  if ('sentence' in value) return 'args' in value && asSentence(value) !== undefined;
  return 'amount' in value && typeof value.amount === 'number' && 'currency' in value && typeof value.currency === 'string';
}

/** A sentence with its values in an answer of a server, undefined where it is none. */
export function asSentence(answer: unknown): Sentence | undefined {
  if (typeof answer !== 'object' || answer === null || !('sentence' in answer) || typeof answer.sentence !== 'string') return undefined;
  const args = 'args' in answer ? (answer.args ?? {}) : {};
  if (typeof args !== 'object' || !Object.values(args).every(isValue)) return undefined;
  return { sentence: answer.sentence, args: args as Sentence['args'] };
}

/** A value as readers of the page's language see it. */
export function showValue(value: SentenceValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value);
  if ('day' in value) return formatDate(value.day);
  if ('sentence' in value) return inEnglish(value);
  const { amount, currency } = value;
  if (currency === 'KES' || currency === 'USD') return formatMoney({ minor: Math.round(amount * 100), currency });
  return `${currency} ${formatNumber(amount)}`;
}

/** The sentence in English with its values in it: for programs and logs, and for readers of English. */
export function inEnglish({ sentence: text, args }: Sentence): string {
  return text.replace(
    /\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g,
    (place, name: string, one: string | undefined, other: string | undefined) => {
      const value = args[name];
      if (value === undefined) return place;
      if (one === undefined || other === undefined) return showValue(value);
      return (value === 1 ? one : other).replaceAll('#', () => showValue(value));
    },
  );
}

/** What a schema of zod says of a value, with the limit that it names as `{minimum}` or `{maximum}`. */
export function issueSentence(issue: { message: string; minimum?: unknown; maximum?: unknown }): Sentence {
  const limits = Object.entries({ minimum: issue.minimum, maximum: issue.maximum });
  return sentence(issue.message, Object.fromEntries(limits.flatMap(([name, limit]) => (typeof limit === 'number' ? [[name, limit]] : []))));
}
