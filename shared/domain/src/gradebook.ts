import { typedNumber } from './typedNumber.ts';
import { translatable } from './translatable.ts';
import { sentence, type Sentence } from './sentences.ts';

/** A score with the maximum and the weight of its assessment. */
export type WeightedScore = { score: number; maxScore: number; weight: number };

/** The weighted mean in percent, not rounded; null when the weights add up to nothing. */
export function weightedPercent(scores: readonly WeightedScore[]): number | null {
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  return scores.reduce((sum, { score, maxScore, weight }) => sum + (score * 100 * weight) / maxScore, 0) / total;
}

/** The mean of percentages, not rounded; null without any. */
export function meanPercent(percents: readonly number[]): number | null {
  return weightedPercent(percents.map((score) => ({ score, maxScore: 100, weight: 1 })));
}

/** The whole percent that is shown and graded: rounded half up from the exact percentage, and never before. */
export function wholePercent(percent: number): number {
  // Sums of binary fractions fall short of a half by far less than two different results can differ.
  return Math.floor(percent + 0.5 + 1e-9);
}

/** `74%`; a dash when there is nothing to show. */
export function percentText(percent: number | null): string {
  return percent === null ? '–' : `${wholePercent(percent)}%`;
}

/** A level or grade with the lowest whole percent in it; without one it is chosen by the teacher and follows from no percentage. */
export type GradeBand = { code: string; label: string; from: number | null };

const bandLabels: Readonly<Record<string, string>> = {
  'Exceeding expectations': translatable('Exceeding expectations'),
  'Meeting expectations': translatable('Meeting expectations'),
  'Approaching expectations': translatable('Approaching expectations'),
  'Below expectations': translatable('Below expectations'),
  Excellent: translatable('Excellent'),
  'Very good': translatable('Very good'),
  Good: translatable('Good'),
  Average: translatable('Average'),
  'Below average': translatable('Below average'),
  Poor: translatable('Poor'),
};

/** The words of a band, to be translated; those of a scale that was added later stay as they are. */
export const bandLabel = ({ label }: Pick<GradeBand, 'label'>): string => bandLabels[label] ?? label;

/** How a class is graded, highest band first. */
export type GradingScale = { curriculum: 'cbc' | '8-4-4'; isProvisional: boolean; bands: readonly GradeBand[] };

/** The band of a percentage; undefined without a scale, or where levels do not follow from percentages. */
export function gradeOf(scale: GradingScale | null, percent: number): GradeBand | undefined {
  const whole = wholePercent(percent);
  return scale?.bands.find(({ from }) => from !== null && whole >= from);
}

/** Whether percentages say which band a result is in; in the first grades the teacher judges the level. */
export function followsFromPercent(scale: GradingScale | null): boolean {
  return scale?.bands.some(({ from }) => from !== null) ?? false;
}

/** The four expectations of the competency-based curriculum, highest first; `EE2` is a level of `EE`. */
export const expectations = ['EE', 'ME', 'AE', 'BE'] as const;
export type Expectation = (typeof expectations)[number];

/** The expectation that a level belongs to. */
export const expectationOf = (code: string): Expectation | undefined => expectations.find((expectation) => code.startsWith(expectation));

/** How often each band occurs in a student's results, highest band first: `2 ME1, 3 ME2`. */
export function levelCounts(scale: GradingScale | null, percents: readonly number[]): string {
  const codes = percents.flatMap((percent) => gradeOf(scale, percent)?.code ?? []);
  const counts = scale?.bands.map(({ code }) => ({ code, results: codes.filter((found) => found === code).length })) ?? [];
  return counts.flatMap(({ code, results }) => (results > 0 ? `${results} ${code}` : [])).join(', ');
}

/** Whether results of several subjects may be put together to a mean: the competency-based curriculum has none. */
export function hasMean(scale: GradingScale | null): boolean {
  return scale?.curriculum !== 'cbc';
}

/** Validation message for a typed score (0 to `maxScore`, at most two decimals); undefined when it is valid. */
export function scoreProblem(typed: string, maxScore: number): Sentence | undefined {
  const text = typed.trim();
  if (text === '') return sentence('Enter a score');
  const score = typedNumber(text);
  if (!(score >= 0) || !Number.isInteger(Math.round(score * 1e6) / 1e4)) return sentence('Enter a number, such as 17 or 17.5');
  return score > maxScore ? sentence('The score is from 0 to {most}', { most: maxScore }) : undefined;
}
