import { describe, expect, it } from 'vitest';
import { countedScore, markOf, markProblem, storedMark, typedAbsence, typedMark, type Mark } from './marks.ts';
import { inEnglish } from './sentences.ts';

describe('a mark', () => {
  it.each([
    ['ab', 'absent'],
    ['X', 'absent'],
    [' Abs. ', 'absent'],
    ['Hayupo', 'absent'],
    ['ex', 'exempt'],
    ['Ex', 'exempt'],
    ['EXEMPT', 'exempt'],
    ['a', undefined],
    ['exam', undefined],
    ['', undefined],
    ['10', undefined],
  ])('typed as %j is the absence %s', (typed, absence) => {
    expect(typedAbsence(typed)).toBe(absence);
  });

  it('is a score, an absence, nothing, or no mark at all', () => {
    expect([typedMark('17,5'), typedMark('x'), typedMark(' '), typedMark('abc')]).toEqual([17.5, 'absent', null, Number.NaN]);
  });

  it('is refused with what can be typed in its place', () => {
    expect([markProblem('ab', 20), markProblem('ex', 20), markProblem('17.5', 20)]).toEqual([undefined, undefined, undefined]);
    expect(inEnglish(markProblem('abc', 20)!)).toBe('Enter a number, such as 17.5, or ab for absent, or ex for exempt');
    expect(inEnglish(markProblem('21', 20)!)).toBe('The score is from 0 to 20');
    expect(inEnglish(markProblem('1.234', 20)!)).toBe('Enter a number, such as 17 or 17.5');
  });

  it('counts as its score; absent as 0 only where that is decided, exempt and missing never', () => {
    const marks: (Mark | null | undefined)[] = [12, 0, 'absent', 'exempt', null, undefined];
    expect(marks.map((mark) => countedScore(mark, false))).toEqual([12, 0, null, null, null, null]);
    expect(marks.map((mark) => countedScore(mark, true))).toEqual([12, 0, 0, null, null, null]);
  });

  it('is stored as a score or an absence', () => {
    for (const mark of [0, 12.5, 'absent', 'exempt', null] as const) expect(markOf(storedMark(mark))).toBe(mark);
    expect(markOf({ score: null, absence: 'unknown' })).toBeNull();
  });
});
