import { describe, expect, it } from 'vitest';
import { planPaste } from './pastedMarks.ts';
import { inEnglish } from './sentences.ts';

const students = [
  ['s1', 'Renée Wairĩmũ', '7'],
  ['s2', "Brian Ng'ang'a", '12'],
  ['s3', 'Mary-Jane Akinyi Otieno', 'GA/15'],
  ['s4', 'Ali', 'GA/16'],
  ['t1', 'John Kamau', 'GA/17'],
  ['t2', 'John Kamau', 'GA/18'],
].map(([studentId = '', student = '', admissionNumber = '']) => ({ studentId, student, admissionNumber }));
const assessments = ['CAT 1', 'CAT 2', 'Exam'].map((name) => ({ id: name, name, maxScore: 20 }));

function plan(text: string, { row = 0, column = 0 } = {}) {
  const block = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const { marks, leftOut, isCertain } = planPaste(block, { students, assessments, row, column });
  return {
    marks: marks.map(({ studentId, assessment, typed }) => `${studentId} ${assessment.name} ${typed}`),
    reasons: leftOut.map(({ row: line, column: place, reason }) => `${line ? `row ${line}` : `column ${place}`}: ${inEnglish(reason)}`),
    isCertain,
  };
}

describe('rows of named students', () => {
  it.each([
    ['accents and case', 'RENEE WAIRIMU | 5', ['s1 CAT 1 5']],
    ['another order', 'Wairimu, Renée | 5', ['s1 CAT 1 5']],
    ['apostrophes', 'Ng’ang’a Brian | 5', ['s2 CAT 1 5']],
    ['hyphens and line breaks', 'Otieno Mary Jane\u00A0Akinyi | 5', ['s3 CAT 1 5']],
    ['one name only', 'ali | 5', ['s4 CAT 1 5']],
    ['first and last name in columns of their own', 'Brian | Nganga | 5', ['s2 CAT 1 5']],
    ['an admission number', 'ga / 18 | 5', ['t2 CAT 1 5']],
    ['a number beside a name that two have', 'GA/17 | John Kamau | 5', ['t1 CAT 1 5']],
    ['a number beside a shorter name', 'GA/15 | Mary-Jane Otieno | 5', ['s3 CAT 1 5']],
    ['a number with zeros before it', 'Adm | Marks\n007 | 5\n0012 | 6', ['s1 CAT 1 5', 's2 CAT 1 6']],
    ['numbers that count the rows', '1 | Ali | 5\n2 | Renee Wairimu | 6', ['s4 CAT 1 5', 's1 CAT 1 6']],
    ['marks before the names', '5 | Ali', ['s4 CAT 1 5']],
    ['titles in Swahili below a heading', 'Alama za darasa |\nNambari ya usajili | Jina | Alama\n12 | Brian Nganga | 5', ['s2 CAT 1 5']],
    ['columns titled like assessments', 'Name | Exam (20) | CAT 1 | Total\nAli | 3 | 4 | 7', ['s4 Exam 3', 's4 CAT 1 4']],
    ['a remark between', 'Ali | good | 5\nRenee Wairimu | fair | 6', ['s4 CAT 1 5', 's1 CAT 1 6']],
    ['a class beside the number', 'GA/16 | Form 1 | 5', ['s4 CAT 1 5']],
  ])('are found by %s', (_, text, marks) => {
    expect(plan(text).marks).toEqual(marks);
  });

  it.each([
    ['Ali | 5\nUnknown Child | 6', 'row 2: No student of this class has this name.'],
    ['Ali | 5\nJohn Kamau | 6', 'row 2: Several students of this class have this name. Paste their admission numbers with it.'],
    ['GA/15 | 5\nGA/16 | 6\nGA/99 | 7', 'row 3: No student of this class has this admission number.'],
    ['Adm | Name | Marks\nGA/16 | Brian Nganga | 6', 'row 2: The admission number and the name are of different students.'],
    ['Adm | Name | Marks\nGA/16 | Zuri Moraa | 6', 'row 2: The admission number and the name are of different students.'],
    ['Ali | 5\nALI | 6', 'row 1: This student is in the pasted block more than once.'],
    ['Ali | 5\n | 6', 'row 2: The row has no name and no admission number.'],
    ['Ali | 5\nRenee Wairimu | 21', 'row 2: The score is from 0 to 20'],
    ['Name | Total | CAT 1\nAli | 5 | 6', 'column 2: No assessment has this name.'],
  ])('are left out with the reason: %j', (text, reason) => {
    const { reasons, isCertain } = plan(text);
    expect(reasons).toContain(reason);
    expect(isCertain).toBe(false);
  });

  it('are never those of their position when the list is of another class', () => {
    expect(plan('5001 | 11 | 12\n5002 | 13 | 14').marks).toEqual([]);
    expect(plan('2024/001 | 11\n2024/002 | 13').marks).toEqual([]);
    expect(plan('Zuri Moraa | 11\nOne Other | 13').marks).toEqual([]);
  });

  it('need no preview in the order of the list only', () => {
    expect(plan('Renee Wairimu | 5\nBrian Nganga | 6').isCertain).toBe(true);
    expect(plan('Brian Nganga | 6\nRenee Wairimu | 5').isCertain).toBe(false);
    expect(plan('Brian Nganga | 6').isCertain).toBe(false);
    expect(plan('Brian Nganga | 6', { row: 1 }).isCertain).toBe(true);
    expect(plan('Name | CAT 2\nRenee Wairimu | 5')).toMatchObject({ marks: ['s1 CAT 2 5'], isCertain: false });
  });
});

describe('a block without names', () => {
  it('fills downwards and to the right, blanks included', () => {
    expect(plan('1,5 | 2\n | 4', { row: 1, column: 1 })).toEqual({
      marks: ['s2 CAT 2 1,5', 's2 Exam 2', 's3 CAT 2 ', 's3 Exam 4'],
      reasons: [],
      isCertain: true,
    });
  });

  it('is not taken for admission numbers when it is one column', () => {
    expect(plan('7\n12')).toEqual({ marks: ['s1 CAT 1 7', 's2 CAT 1 12'], reasons: [], isCertain: true });
  });

  it('does not give the title of the column to the first student', () => {
    expect(plan('CAT 1\n7\n8')).toEqual({ marks: ['s1 CAT 1 7', 's2 CAT 1 8'], reasons: [], isCertain: true });
    expect(plan('Marks\n7\n8').marks).toEqual(['s1 CAT 1 7', 's2 CAT 1 8']);
  });

  it('marks who was absent or is exempt in their place', () => {
    expect(plan('ABS\n7\nex')).toEqual({ marks: ['s1 CAT 1 ABS', 's2 CAT 1 7', 's3 CAT 1 ex'], reasons: [], isCertain: true });
  });

  it('keeps the place of a student who has no mark', () => {
    expect(plan('N/A\n7\n8')).toEqual({
      marks: ['s2 CAT 1 7', 's3 CAT 1 8'],
      reasons: ['row 1: This is no mark; the cell stays as it is.'],
      isCertain: false,
    });
  });
});
