/** What a score counts towards: its assessment's scale and weight. */
export type WeightedScore = { score: number; maxScore: number; weight: number };

/** The weighted mean in percent, to one decimal; assessments without a score do not count. Null when nothing counts. */
export function weightedPercent(scores: readonly WeightedScore[]): number | null {
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const percent = scores.reduce((sum, { score, maxScore, weight }) => sum + (score * 100 * weight) / maxScore, 0) / total;
  return Math.round(percent * 10) / 10;
}

/** A level of Kenya's competency-based curriculum. */
export type CbcLevel = { code: string; label: string; from: number };

/** The eight levels, highest first, each with the percent it starts at. */
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

/** The level a percent reaches. Whole percents count, rounded, as on the report. */
export function cbcLevelOf(percent: number): CbcLevel {
  const whole = Math.round(percent);
  return cbcLevels.find(({ from }) => whole >= from) ?? { code: 'BE2', label: 'Below expectations', from: 0 };
}

/** What is wrong with a typed score, in words; undefined when it can be saved. Up to two decimals. */
export function scoreProblem(typed: string, maxScore: number): string | undefined {
  const text = typed.trim();
  if (text === '') return 'Enter a score';
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return 'Enter a number, such as 17 or 17.5';
  return Number(text) > maxScore ? `The score is from 0 to ${maxScore}` : undefined;
}
