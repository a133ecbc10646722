import { t } from '@lingui/core/macro';
import { kes, formatMoney } from '@masomo/domain/money';
import { formatNumber, formatPercent } from '@masomo/domain/number';
import type { QuestionKind } from '../../data/questions.ts';

export const kindLabels: Record<QuestionKind, string> = {
  single: t`One choice`,
  several: t`Several choices`,
  true_false: t`True or false`,
  text: t`Short text`,
  number: t`Number`,
};

export const priceText = (shillings: number) => (shillings === 0 ? t`Free` : formatMoney(kes(shillings)));
/** A result in percent, with one decimal at most. */
export const resultText = (percent: number | null) => (percent === null ? '–' : formatPercent(Math.round(percent * 10) / 10));
/** Points with two decimals at most, as marks of several choices need them. */
export const pointsText = (score: number, most: number) =>
  t`${formatNumber(Math.round(score * 100) / 100)} of ${formatNumber(most)} points`;
export const progressText = (done: number, lessons: number) => t`${formatNumber(done)} of ${formatNumber(lessons)} lessons done`;
