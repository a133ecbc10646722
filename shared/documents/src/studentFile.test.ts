import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { studentFileZip } from './studentFile.ts';

describe('the file of a student', () => {
  it('has the data for a computer and for reading, and the documents', () => {
    const parts = unzipSync(
      studentFileZip({
        issuer: { name: 'Greenfield Academy' },
        student: 'Brian Njeri',
        printedOn: '21 Nov 2026',
        tables: [
          { name: 'students', title: 'Student', rows: [{ id: 's1', first_name: 'Brian', last_name: 'Njeri' }] },
          { name: 'grades', title: 'Marks', rows: [{ id: 'g1', assessment: 'CAT 1', score: 17 }] },
        ],
        documents: [{ name: 'Report/2026.pdf', content: new Uint8Array([1, 2, 3]) }],
      }),
    );
    expect(Object.keys(parts)).toEqual(['data.json', 'data.pdf', 'documents/1 Report-2026.pdf']);
    expect(JSON.parse(strFromU8(parts['data.json']!))).toMatchObject({ grades: [{ id: 'g1', score: 17 }] });
    const pdf = new TextDecoder('latin1').decode(parts['data.pdf']);
    for (const words of ['Data about Brian Njeri', 'Student', 'Marks', 'CAT 1', '17']) expect(pdf).toContain(words);
    expect(pdf).not.toContain('(g1)');
  });
});
