import { describe, expect, it } from 'vitest';
import { cbcLevelOf, scoreProblem, weightedPercent } from './gradebook.ts';

describe('the gradebook', () => {
  it('weighs only assessments with a score', () => {
    expect(weightedPercent([])).toBeNull();
    expect(weightedPercent([{ score: 5, maxScore: 10, weight: 0 }])).toBeNull();
    expect(
      weightedPercent([
        { score: 15, maxScore: 20, weight: 1 },
        { score: 50, maxScore: 100, weight: 3 },
      ]),
    ).toBe(56.3);
  });

  it.each([
    [100, 'EE1'],
    [90, 'EE1'],
    [89.5, 'EE1'],
    [89.4, 'EE2'],
    [75, 'EE2'],
    [58, 'ME1'],
    [57.4, 'ME2'],
    [41, 'ME2'],
    [31, 'AE1'],
    [21, 'AE2'],
    [11, 'BE1'],
    [10.4, 'BE2'],
    [0, 'BE2'],
  ])('maps %s percent to the level %s', (percent, code) => {
    expect(cbcLevelOf(percent).code).toBe(code);
  });

  it('explains an invalid score', () => {
    expect(scoreProblem('17.5', 20)).toBeUndefined();
    expect(scoreProblem(' 0 ', 20)).toBeUndefined();
    expect(scoreProblem('', 20)).toBe('Enter a score');
    expect(scoreProblem('21', 20)).toBe('The score is from 0 to 20');
    for (const typed of ['-1', '1e3', 'ten', '1.234', '0x10']) expect(scoreProblem(typed, 20)).toBe('Enter a number, such as 17 or 17.5');
  });
});
