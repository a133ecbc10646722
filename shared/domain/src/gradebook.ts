/** A score with the maximum and the weight of its assessment. */
export type WeightedScore = { score: number; maxScore: number; weight: number };

/** The weighted mean in percent, rounded to one decimal; null when the weights add up to nothing. */
export function weightedPercent(scores: readonly WeightedScore[]): number | null {
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const percent = scores.reduce((sum, { score, maxScore, weight }) => sum + (score * 100 * weight) / maxScore, 0) / total;
  return Math.round(percent * 10) / 10;
}

/** A level of Kenya's competency-based curriculum. */
export type CbcLevel = { code: string; label: string; from: number };

/** The eight achievement levels of the curriculum, highest first, each with the lowest percentage in it. */
export const cbcLevels: readonly CbcLevel[] = [
  { code: 'EE1', label: 'Exceeding expectations', from: 90 },
  { code: 'EE2', label: 'Exceeding expectations', from: 75 },
  { code: 'ME1', label: 'Meeting expectations', from: 58 },
  { code: 'ME2', label: 'Meeting expectations', from: 41 },
  { code: 'AE1', label: 'Approaching expectations', from: 31 },
  { code: 'AE2', label: 'Approaching expectations', from: 21 },
  { code: 'BE1', label: 'Below expectations', from: 11 },
  { code: 'BE2', label: 'Below expectations', from: 0 },
];

/** The level of a percentage, which is rounded to whole percents first, as on the report card. */
export function cbcLevelOf(percent: number): CbcLevel {
  const whole = Math.round(percent);
  return cbcLevels.find(({ from }) => whole >= from) ?? { code: 'BE2', label: 'Below expectations', from: 0 };
}

/** Validation message for a typed score (0 to `maxScore`, at most two decimals); undefined when it is valid. */
export function scoreProblem(typed: string, maxScore: number): string | undefined {
  const text = typed.trim();
  if (text === '') return 'Enter a score';
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return 'Enter a number, such as 17 or 17.5';
  return Number(text) > maxScore ? `The score is from 0 to ${maxScore}` : undefined;
}
