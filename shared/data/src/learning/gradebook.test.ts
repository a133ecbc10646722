import { expect, it } from 'vitest';
import { fakeDb, respondWith } from '@masomo/testing';
import { getGradebook } from './gradebook.ts';

it('a gradebook opens for a class that is graded in percentages only', async () => {
  const { db } = fakeDb(
    respondWith({
      assessments: { body: [] },
      'rpc/gradebook_students': { body: [{ id: 's1', name: 'Amani Otieno', admission_number: 'GA/1', left_on: null }] },
      grades: { body: [] },
      'rpc/class_scale': { body: null },
    }),
  );
  expect(await getGradebook(db, { classId: 'c1', subjectId: 'b1', termId: 't1' })).toMatchObject({
    scale: null,
    rows: [{ student: 'Amani Otieno' }],
  });
});
