import type { CbseCard } from '../../data/cards.ts';

/** A result with two places, a dash while marks are missing. */
export const resultText = (result: number | null): string => (result === null ? '–' : result.toFixed(2));

/** A result with its grade. */
export const gradedText = (result: number | null, grade: string | null): string =>
  result === null ? '–' : `${resultText(result)} ${grade ?? ''}`.trim();

/** The mean of a card's year results, null while any subject has none. */
export function meanOf(card: CbseCard): number | null {
  const years = card.subjects.map(({ year }) => year);
  if (years.length === 0 || years.some((year) => year === null)) return null;
  return years.reduce<number>((sum, year) => sum + (year ?? 0), 0) / years.length;
}
