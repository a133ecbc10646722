// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { guessMapping, importRowsOf, parseCsvFile, rejectedRowsCsv, templateCsv } from './importFile.ts';

const fileOf = (text: string) => new File([text], 'students.csv', { type: 'text/csv' });

describe('a file of students', () => {
  it('is read with quotes, semicolons, a byte order mark and empty lines', async () => {
    const file = await parseCsvFile(
      fileOf('\uFEFFAdm No;Surname;First name;Parent\r\nA/1;"O\'Neil; Jr";Asha;\r\n\r\nA/2;Njeri;Wambui;Mary Njeri\r\n'),
      () => undefined,
    );
    expect(file.header).toEqual(['Adm No', 'Surname', 'First name', 'Parent']);
    expect(file.rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(importRowsOf(file, guessMapping(file.header))).toEqual([
      { row: 2, admission_number: 'A/1', last_name: "O'Neil; Jr", first_name: 'Asha' },
      { row: 4, admission_number: 'A/2', last_name: 'Njeri', first_name: 'Wambui', guardian_name: 'Mary Njeri' },
    ]);
  });

  it('reads thousands of rows and reports its progress', async () => {
    const seen: number[] = [];
    const rows = Array.from(
      { length: 2_000 },
      (_, index) => `B/${index},Amani,Kiprop,Form 1 East,a rather long remark to fill the chunk`,
    ).join('\n');
    expect(
      (await parseCsvFile(fileOf(`Admission number,First name,Last name,Class,Remark\n${rows}`), (count) => seen.push(count))).rows,
    ).toHaveLength(2_000);
    expect(seen.length).toBeGreaterThan(1);
  });

  it('maps every column of its own template', async () => {
    const file = await parseCsvFile(fileOf(templateCsv().join('')), () => undefined);
    expect(Object.keys(guessMapping(file.header))).toHaveLength(file.header.length);
  });

  it('exports rejected rows with their errors, escaped for spreadsheets', async () => {
    const file = await parseCsvFile(fileOf('Admission number,First name\nA/1,=1+1\nA/2,Asha\n'), () => undefined);
    const text = rejectedRowsCsv(file, {
      total: 2,
      added: 1,
      known: 0,
      problems: [
        { row: 2, column: 'last_name', message: 'Enter the last name.' },
        { row: 2, column: 'class', message: 'There is no class “X”.' },
      ],
    }).join('');
    expect(text).toBe(
      "Admission number,First name,Row,Problem\r\nA/1,'=1+1,2,Last name: Enter the last name. Class: There is no class “X”.\r\n",
    );
  });
});
