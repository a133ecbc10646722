import type { Say } from '@masomo/domain/say';
import { t } from '@masomo/i18n';

/** Texts of documents that edge functions write too, in the language of the page. */
export const say: Say = (text, values) => {
  const pieces = text.split(/\{(\w+)\}/);
  return pieces.length === 1
    ? t(text)
    : t(
        pieces.map((piece, index) => (index % 2 ? ([piece] as const) : piece)).filter((piece) => piece !== ''),
        values,
      );
};
