import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const owned = async <Row extends object>(sql: string, values: unknown[] = []) => (await database.owner.query<Row>(sql, values)).rows;

beforeAll(async () => {
  await owned(
    "insert into public.invitations (email, role, school_id) select 'named@school.test', 'teacher', id from public.schools limit 1",
  );
});

describe.each(['users', 'students', 'guardians', 'staff_members', 'invitations'])('the people of %s', (table) => {
  it('have a full name, which follows both names and is written by nobody', async () => {
    const [person] = await owned<{ id: string }>(`select id from public.${table} limit 1`);
    const id = person?.id ?? '';
    const named = async (first: string, last: string) =>
      (await owned(`update public.${table} set first_name = $2, last_name = $3 where id = $1 returning full_name`, [id, first, last]))[0];
    expect(await named('Wanjiku', 'Njeri')).toEqual({ full_name: 'Wanjiku Njeri' });
    expect(await named('Wanjiku', '')).toEqual({ full_name: 'Wanjiku' });
    await expect(owned(`update public.${table} set full_name = 'Somebody Else' where id = $1`, [id])).rejects.toThrow(
      'can only be updated to DEFAULT',
    );
  });
});

it('are put together nowhere else, but for the buyer that an order names', async () => {
  const functions = await owned<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.prosrc like '%private.full_name(%' order by 1`,
  );
  expect(functions).toEqual([{ name: 'place_order' }]);
});
