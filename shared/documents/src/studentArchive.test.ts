import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { studentArchive } from './studentArchive.ts';

it('has the data for a computer and for reading, and the documents', () => {
  const parts = unzipSync(
    studentArchive({
      data: { grades: [{ id: 'g1', score: 17 }] },
      paper: new Uint8Array([37, 80]),
      documents: [{ name: 'Report/2026.pdf', content: new Uint8Array([1, 2, 3]) }],
    }),
  );
  expect(Object.keys(parts)).toEqual(['data.json', 'data.pdf', 'documents/1 Report-2026.pdf']);
  expect(JSON.parse(strFromU8(parts['data.json']!))).toEqual({ grades: [{ id: 'g1', score: 17 }] });
  expect([...parts['data.pdf']!]).toEqual([37, 80]);
});
