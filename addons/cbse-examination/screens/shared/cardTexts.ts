import { t } from '@lingui/core/macro';
import { formatNumber } from '@masomo/domain/number';
import type { CbseCard } from '../../data/cards.ts';

/** A result with two places, a dash while marks are missing. */
export const resultText = (result: number | null): string => (result === null ? '–' : result.toFixed(2));

type Component = CbseCard['subjects'][number]['parts'][number]['components'][number];
/** What a component came to out of its maximum, or that the student was absent from all of its tests. */
export const componentText = ({ result, out_of: outOf, is_absent: isAbsent }: Component): string =>
  isAbsent ? t`absent` : `${resultText(result)}/${formatNumber(outOf)}`;

/** A result with its grade. */
export const gradedText = (result: number | null, grade: string | null): string =>
  result === null ? '–' : `${resultText(result)} ${grade ?? ''}`.trim();

/** The mean of a card's year results, null while any subject has none. */
export function meanOf(card: CbseCard): number | null {
  const years = card.subjects.map(({ year }) => year);
  if (years.length === 0 || years.some((year) => year === null)) return null;
  return years.reduce<number>((sum, year) => sum + (year ?? 0), 0) / years.length;
}
