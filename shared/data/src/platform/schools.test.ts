import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, it } from 'vitest';
import { listSchoolNames } from './schools.ts';

it('lists every school, though the database answers a thousand at a time', async () => {
  const all = Array.from({ length: 2_300 }, (_, index) => ({ id: `s${index}`, name: `School ${index}` }));
  const db = new PostgrestClient('http://backend.test', {
    fetch: async (input) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : String(input));
      const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
      return Response.json(all.slice(offset, offset + limit));
    },
  });
  expect(await listSchoolNames(db)).toEqual(all);
});
