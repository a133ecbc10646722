import { describe, expect, it } from 'vitest';
import {
  expectationOf,
  followsFromPercent,
  gradeOf,
  hasMean,
  levelCounts,
  meanPercent,
  percentText,
  scoreProblem,
  weightedPercent,
  wholePercent,
  type GradingScale,
} from './gradebook.ts';
import { inEnglish } from './sentences.ts';

const scale: GradingScale = {
  curriculum: 'cbc',
  isProvisional: false,
  bands: [
    { code: 'EE1', label: 'Exceeding expectations', from: 90 },
    { code: 'EE2', label: 'Exceeding expectations', from: 75 },
    { code: 'ME1', label: 'Meeting expectations', from: 58 },
    { code: 'ME2', label: 'Meeting expectations', from: 41 },
    { code: 'BE', label: 'Below expectations', from: 0 },
  ],
};

describe('the gradebook', () => {
  it('weighs only assessments with a score', () => {
    expect(weightedPercent([])).toBeNull();
    expect(weightedPercent([{ score: 5, maxScore: 10, weight: 0 }])).toBeNull();
    expect(
      weightedPercent([
        { score: 15, maxScore: 20, weight: 1 },
        { score: 50, maxScore: 100, weight: 3 },
      ]),
    ).toBe(56.25);
    expect([meanPercent([]), meanPercent([60, 75])]).toEqual([null, 67.5]);
  });

  it.each([
    [[{ score: 73, maxScore: 98, weight: 1 }], 74],
    [[{ score: 89.49, maxScore: 100, weight: 1 }], 89],
    [[{ score: 89.5, maxScore: 100, weight: 1 }], 90],
    [[{ score: 0, maxScore: 20, weight: 1 }], 0],
    [
      [
        { score: 16.1, maxScore: 20, weight: 10 },
        { score: 17.3, maxScore: 20, weight: 10 },
        { score: 17.5, maxScore: 20, weight: 10 },
        { score: 21.9, maxScore: 30, weight: 0.1 },
      ],
      85,
    ],
    // Exactly 57.5, which binary fractions miss by a hair.
    [
      [
        { score: 0.7, maxScore: 1, weight: 3 },
        { score: 0.2, maxScore: 1, weight: 1 },
      ],
      58,
    ],
  ])('rounds once, half up, from the exact percentage: %o', (scores, whole) => {
    expect(wholePercent(weightedPercent(scores) ?? -1)).toBe(whole);
  });

  it.each([
    [100, 'EE1'],
    [89.5, 'EE1'],
    [89.49, 'EE2'],
    [74.5, 'EE2'],
    [(73 * 100) / 98, 'ME1'],
    [57.4, 'ME2'],
    [10.4, 'BE'],
    [0, 'BE'],
  ])('grades %s percent %s', (percent, code) => {
    expect(gradeOf(scale, percent)?.code).toBe(code);
  });

  it('grades nothing without a scale, and where the teacher chooses the level', () => {
    expect(gradeOf(null, 80)).toBeUndefined();
    expect(gradeOf({ ...scale, bands: [{ code: 'EE', label: 'Exceeding expectations', from: null }] }, 80)).toBeUndefined();
  });

  it('says which levels results are at, where percentages say it', () => {
    const judged = { ...scale, bands: [{ code: 'EE', label: 'Exceeding expectations', from: null }] };
    expect([followsFromPercent(scale), followsFromPercent(judged), followsFromPercent(null)]).toEqual([true, false, false]);
    expect(levelCounts(scale, [12, 90, 74.5, 41, 91])).toBe('2 EE1, 1 EE2, 1 ME2, 1 BE');
    expect([levelCounts(judged, [50]), levelCounts(null, [50])]).toEqual(['', '']);
    expect(['EE1', 'BE', 'A-'].map(expectationOf)).toEqual(['EE', 'BE', undefined]);
  });

  it('has no mean in the competency-based curriculum', () => {
    expect([hasMean(scale), hasMean({ ...scale, curriculum: '8-4-4' }), hasMean(null)]).toEqual([false, true, true]);
  });

  it('shows a whole percent, or a dash where there is none', () => {
    expect([percentText(0), percentText(74.489), percentText(null)]).toEqual(['0%', '74%', '–']);
  });

  it('explains an invalid score', () => {
    expect(scoreProblem('17.5', 20)).toBeUndefined();
    expect(scoreProblem(' 0 ', 20)).toBeUndefined();
    const told = (typed: string) => inEnglish(scoreProblem(typed, 20)!);
    expect(told('')).toBe('Enter a score');
    expect(told('21')).toBe('The score is from 0 to 20');
    for (const typed of ['-1', '1e3', 'ten', '1.234', '0x10']) expect(told(typed)).toBe('Enter a number, such as 17 or 17.5');
  });
});
