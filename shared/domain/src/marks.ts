import { foldText } from './foldText.ts';
import { scoreProblem } from './gradebook.ts';
import { sentence, type Sentence } from './sentences.ts';
import { translatable } from './translatable.ts';
import { typedNumber } from './typedNumber.ts';

/** What a student has in an assessment in place of a score. Neither is still to be marked. */
export type Absence = 'absent' | 'exempt';
/** A score, or why there is none. */
export type Mark = number | Absence;

/** What is shown for an absence, never a number. */
export const absenceLabels: Readonly<Record<Absence, string>> = { absent: translatable('Abs'), exempt: translatable('Ex') };

const typedAbsences: Readonly<Record<Absence, ReadonlySet<string>>> = {
  absent: new Set(['ab', 'abs', 'absent', 'x', 'hayupo']),
  exempt: new Set(['ex', 'exempt', 'msamaha']),
};

/** The absence that a text means, such as `ab`, `X` or `Ex.`; undefined for any other text. */
export function typedAbsence(typed: string): Absence | undefined {
  const word = foldText(typed).replace(/\.$/, '').trim();
  if (typedAbsences.absent.has(word)) return 'absent';
  return typedAbsences.exempt.has(word) ? 'exempt' : undefined;
}

/** The mark that a text means; null for a blank one, `NaN` for one that means none. */
export function typedMark(typed: string): Mark | null {
  if (typed.trim() === '') return null;
  return typedAbsence(typed) ?? typedNumber(typed);
}

/** Validation message for a typed mark, a score as in `scoreProblem` or an absence; undefined when it is valid. */
export function markProblem(typed: string, maxScore: number): Sentence | undefined {
  if (typedAbsence(typed)) return undefined;
  if (typed.trim() !== '' && Number.isNaN(typedNumber(typed)))
    return sentence('Enter a number, such as 17.5, or ab for absent, or ex for exempt');
  return scoreProblem(typed, maxScore);
}

/** What a mark counts as in means, as `private.counted_score` says: exempt never counts, absent as 0 where the assessment says so. */
export function countedScore(mark: Mark | null | undefined, absentCountsAsZero: boolean): number | null {
  if (mark === 'absent') return absentCountsAsZero ? 0 : null;
  return typeof mark === 'number' ? mark : null;
}

/** The mark of a row of the database; null for one without. */
export const markOf = ({ score, absence }: { score: number | null; absence: string | null }): Mark | null =>
  absence === 'absent' || absence === 'exempt' ? absence : score;

/** A mark as the database has it. */
export const storedMark = (mark: Mark | null): { score: number | null; absence: Absence | null } =>
  typeof mark === 'number' ? { score: mark, absence: null } : { score: null, absence: mark };
