// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTable } from '@masomo/documents/tables/readTable';
import { correctionsCsv } from '@masomo/remote/imports/corrections';
import * as imported from '@masomo/remote/imports/importedFile';
import { guardianImport } from './guardianImport.ts';
import { staffImport } from './staffImport.ts';
import { studentImport } from './studentImport.ts';

const { missingFields, parseRows } = imported;
const parse = async (text: string | Uint8Array<ArrayBuffer>, titles = {}) =>
  parseRows(imported.chooseRows(await readTable(new File([text], 'students.csv')), studentImport, titles));
const guessMapping = (header: readonly string[], titles = {}) => imported.guessMapping(header, studentImport, titles);
const importRowsOf = (file: imported.ParsedFile, mapping: imported.FieldMapping) => imported.importRowsOf(studentImport, file, mapping);
const templateCsv = () => imported.templateCsv(studentImport);
const folder = path.join(import.meta.dirname, '../../../../shared/testing/importFiles');
const rowsOf = async (name: string) => {
  const file = await parse(readFileSync(path.join(folder, name)));
  return { file, rows: importRowsOf(file, guessMapping(file.header)) };
};

describe('a file of students', () => {
  it('is read with quotes, semicolons, a byte order mark and empty lines', async () => {
    const file = await parse('\uFEFFAdm No;Surname;First name;Parent\r\nA/1;"O\'Neil; Jr";Asha;\r\n\r\nA/2;Njeri;Wambui;Mary Njeri\r\n');
    expect(file.header).toEqual(['Adm No', 'Surname', 'First name', 'Parent']);
    expect(file.rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(importRowsOf(file, guessMapping(file.header))).toEqual([
      { row: 2, admission_number: 'A/1', last_name: "O'Neil; Jr", first_name: 'Asha' },
      { row: 4, admission_number: 'A/2', last_name: 'Njeri', first_name: 'Wambui', guardian_name: 'Mary Njeri' },
    ]);
  });

  it('is read below its titles and above its total, with its numbers of rows', async () => {
    const { file, rows } = await rowsOf('title-rows-and-blanks.csv');
    expect(rows).toHaveLength(8);
    expect(file.totals).toBe(1);
    expect(rows[0]).toEqual({
      row: 6,
      admission_number: 'S5/001',
      first_name: 'Achieng',
      last_name: 'Cherono',
      gender: 'F',
      date_of_birth: '14/02/2014',
      admitted_on: '05/01/2026',
      guardian_name: 'Grace Cherono',
      guardian_phone: '0712 000 500',
      relationship: 'Mother',
    });
  });

  it('is read from the sheet of a workbook that has students', async () => {
    const { rows } = await rowsOf('workbook.xlsx');
    expect(rows.map(({ row, admission_number, date_of_birth }) => [row, admission_number, date_of_birth])).toEqual([
      [3, '45', '2014-05-31'],
      [4, '0046', '31/05/2014'],
      [5, '0047', '2014-06-01'],
    ]);
  });

  it('may have the whole name in one column, as the product’s own lists have', async () => {
    for (const header of [
      'Admission no.,Name,Class,Status,Admitted',
      'Admission no.,Student,Class,Status,Admitted',
      'Nambari ya usajili,Jina,Darasa,Hali,Alisajiliwa tarehe',
    ]) {
      const file = await parse(`${header}\nGA/1,Amani Kiprop Rotich,Form 1 East,Active,2026-01-05\n`);
      const mapping = guessMapping(file.header);
      expect(missingFields(studentImport, mapping)).toEqual([]);
      expect(importRowsOf(file, mapping)).toEqual([
        {
          row: 2,
          admission_number: 'GA/1',
          first_name: 'Amani',
          last_name: 'Kiprop Rotich',
          class: 'Form 1 East',
          status: 'Active',
          admitted_on: '2026-01-05',
        },
      ]);
    }
    expect(missingFields(studentImport, guessMapping(['Class', 'Gender']))).toEqual(['Admission number', 'Full name or First name']);
  });

  it('may have the guardian’s name in two columns', async () => {
    const file = await parse('Adm no,Name,Guardian first name,Guardian surname\nGA/1,Amani Rotich,Mary,Kiprop\nGA/2,Brian Were,,Were\n');
    expect(importRowsOf(file, guessMapping(file.header)).map(({ guardian_name: guardian }) => guardian)).toEqual(['Mary Kiprop', 'Were']);
  });

  it('maps every column of its own template', async () => {
    const file = await parse(templateCsv().join(''));
    expect(Object.keys(guessMapping(file.header))).toHaveLength(file.header.length);
  });

  it('is matched as the school’s last file was', async () => {
    const titles = { nr: 'admission_number', 'jina la mtoto': 'name', parent: 'relationship' };
    const file = await parse('School,Term\nNr,Jina la mtoto,Parent\nGA/1,Amani Rotich,Mother\n', titles);
    const mapping = guessMapping(file.header, titles);
    expect(mapping).toEqual({ admission_number: 0, name: 1, relationship: 2 });
    expect(imported.mappedTitles(file.header, mapping)).toEqual(titles);
  });

  it('gives its faulty rows back under titles that it knows, escaped for spreadsheets', async () => {
    const text = correctionsCsv(studentImport, [
      {
        row: 2,
        cells: { admission_number: 'A/1', first_name: '=1+1' },
        problems: [
          { column: 'last_name', message: 'Enter the last name.' },
          { column: 'class', message: 'There is no class “X”.' },
        ],
      },
    ]).join('');
    expect(text).toBe(
      "Admission number,First name,Last name,Class,Row,Problem\r\nA/1,'=1+1,,,2,Last name: Enter the last name. Class: There is no class “X”.\r\n",
    );
    const file = await parse(text);
    expect(importRowsOf(file, guessMapping(file.header))).toEqual([{ row: 2, admission_number: 'A/1', first_name: '=1+1' }]);
  });

  it('is of other kinds as well, whose templates and exports ask nothing', async () => {
    const mapped = (kind: typeof staffImport, header: string) => imported.guessMapping(header.split(','), kind);
    for (const kind of [guardianImport, staffImport]) {
      const [header = ''] = imported.templateCsv(kind);
      const mapping = mapped(kind, header.trim());
      expect(missingFields(kind, mapping)).toEqual([]);
      expect(Object.keys(mapping)).toHaveLength(header.split(',').length);
    }
    const mapping = mapped(staffImport, 'Staff no.,Name,Job title,Department,Email,Phone,Employed on');
    expect(missingFields(staffImport, mapping)).toEqual([]);
    expect(Object.values(mapping).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(missingFields(guardianImport, mapped(guardianImport, 'Adm no,Phone'))).toEqual(['Guardian name']);
  });
});
