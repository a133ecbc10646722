import { asSentence, inEnglish, showValue, type Sentence, type SentenceValue } from '@masomo/domain/sentences';
import { translateSentence } from '@masomo/i18n';

const shown = (value: SentenceValue): string => (typeof value === 'object' && 'sentence' in value ? say(value) : showValue(value));

/** A sentence with its values in the reader's language, in English where that has no translation. */
export function say(said: Sentence): string {
  return translateSentence(said.sentence, said.args, shown) ?? inEnglish(said);
}

/** What a server says, in the reader's language where it sent the sentence with its values; else its finished text. */
export function sayOr(said: unknown, text: string): string {
  const sentence = asSentence(said);
  return sentence ? say(sentence) : text;
}
