// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { csvHeader, csvRows } from '@masomo/documents/tables/exportedTable';
import { readTable } from '@masomo/documents/tables/readTable';
import { chooseRows, guessMapping, importRowsOf, missingFields, parseRows, templateCsv } from '@masomo/remote/imports/importedFile';
import type { Question } from '../../data/questions.ts';
import { exportedQuestions } from '../shared/exportedQuestions.ts';
import { questionImport } from './questionImport.ts';

const kind = questionImport('Geography');
const read = async (text: string) => parseRows(chooseRows(await readTable(new File([text], 'questions.csv')), kind));
const question = (more: Partial<Question>): Question => ({
  ...{ id: 'q1', kind: 'text', wording: 'W?', options: [], key: {}, points: 1, explanation: '' },
  ...more,
});

it('an export of a bank that is opened again asks nothing', async () => {
  const { columns } = exportedQuestions('Geography');
  const questions = [
    question({ kind: 'several', wording: 'Two\nlines?', options: ['x', '-5', 'z'], key: { right: [0, 2] }, points: 3 }),
    question({ kind: 'true_false', key: { right: false }, explanation: 'Because.' }),
    question({ kind: 'number', key: { value: 3.14, tolerance: 0.01 } }),
    question({ key: { accepted: ['Nile', 'The Nile'] } }),
  ];
  const text =
    csvHeader(columns) +
    csvRows(
      columns,
      questions.map((each) => columns.map(({ value }) => value(each))),
    );
  const file = await read(text);
  const mapping = guessMapping(file.header, kind);
  expect(missingFields(kind, mapping)).toEqual([]);
  const rows = importRowsOf(kind, file, mapping);
  expect(rows.map(({ row: _, ...cells }) => cells)).toEqual([
    {
      ...{ wording: 'Two\nlines?', kind: 'Several choices', choice_a: 'x', choice_b: '-5', choice_c: 'z', answer: 'A;C' },
      ...{ points: '3', course: 'Geography' },
    },
    { wording: 'W?', kind: 'True or false', answer: 'False', points: '1', explanation: 'Because.', course: 'Geography' },
    { wording: 'W?', kind: 'Number', answer: '3.14', tolerance: '0.01', points: '1', course: 'Geography' },
    { wording: 'W?', kind: 'Short text', answer: 'Nile; The Nile', points: '1', course: 'Geography' },
  ]);
});

it('knows the columns of other systems, and puts questions without a course into the open one', async () => {
  const file = await read('Question Text,Option 1,Option 2,Correct Answer,Marks\nCapital?,Nairobi,Kisumu,1,2\n');
  expect(importRowsOf(kind, file, guessMapping(file.header, kind))).toEqual([
    { row: 2, wording: 'Capital?', choice_a: 'Nairobi', choice_b: 'Kisumu', answer: '1', points: '2', course: 'Geography' },
  ]);
});

it('the template of questions has a column for each of its titles', async () => {
  const file = await read(templateCsv(kind).join(''));
  expect(Object.keys(guessMapping(file.header, kind))).toHaveLength(file.header.length);
});
