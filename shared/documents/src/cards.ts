import type { CardRoster } from '@masomo/domain/paperCards';
import type { PaperSchool } from '@masomo/domain/paperSchool';
import type { Say } from '@masomo/domain/say';
import { drawQr } from './qrCode.ts';
import { schoolLook, type LookPictures, type SchoolLook } from './schoolLook.ts';

/** Cards as their template reads them: every text is said. */
export type CardsPaper = {
  lang: string;
  look: SchoolLook;
  title: string;
  /** What a finder of the card should do. */
  note: string;
  /** `code` is a drawing (SVG) of the code that a scanner reads. */
  cards: readonly { name: string; number: string; group: string; code: string }[];
};

/** Cards of the size of a bank card, ten on a sheet of A4. Those without a code are left out. */
export function cardsPaper(
  { school, cards }: { school: PaperSchool; cards: CardRoster },
  { lang, pictures = {} }: { lang: string; pictures?: LookPictures },
  say: Say,
): CardsPaper {
  return {
    lang,
    look: schoolLook(school, pictures),
    title: say('Cards'),
    note: say('If found, please return this card to the school.'),
    cards: cards.flatMap(({ code, name, number, group }) => (code ? [{ name, number, group: group ?? '', code: drawQr(code) }] : [])),
  };
}
