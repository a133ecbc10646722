import { typedAbsence } from '@masomo/domain/marks';
import { typedNumber } from '@masomo/domain/typedNumber';
import type { Mark } from '../../data/cbse.ts';

export const noMark: Mark = { score: null, absence: null };

/** What a cell shows: the score, AB for absent, EX for exempt, nothing without a mark. */
export function markText(mark: Mark | undefined): string {
  if (mark?.absence) return mark.absence === 'absent' ? 'AB' : 'EX';
  return mark?.score === null || mark === undefined ? '' : String(mark.score);
}

/** The mark that was typed; undefined where it is none of a test out of this maximum. */
export function typedMark(text: string, maxScore: number): Mark | undefined {
  const typed = text.trim().toUpperCase();
  if (typed === '') return noMark;
  const absence = typed === 'A' ? 'absent' : typed === 'E' ? 'exempt' : typedAbsence(typed);
  if (absence) return { score: null, absence };
  const score = typedNumber(typed);
  if (!Number.isFinite(score) || score < 0 || score > maxScore) return undefined;
  return { score: Math.round(score * 100) / 100, absence: null };
}

export const isSameMark = (a: Mark | undefined, b: Mark | undefined): boolean =>
  (a?.score ?? null) === (b?.score ?? null) && (a?.absence ?? null) === (b?.absence ?? null);
