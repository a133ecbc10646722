import { expect, it } from 'vitest';
import { refusal, useDatabase, type Caller } from '../database.ts';

const database = useDatabase();
type Found = { id: string; name: string; job: string | null; total: string };
const find = (caller: Caller, search: string, skipped = 0, size = 20) =>
  database.as(
    caller,
    async (client) => (await client.query<Found>('select * from public.find_teachers($1, $2, $3)', [search, skipped, size])).rows,
  );
const admin = 'admin@greenfield.test';

it('finds those who teach by any part of the name in any order, and by what the staff list says', async () => {
  const [first] = await find(admin, '');
  if (!first) throw new Error('Greenfield has no teachers.');
  const [forename = '', ...rest] = first.name.split(' ');
  expect((await find(admin, `${rest.join(' ').toUpperCase()} ${forename}`)).map(({ id }) => id)).toContain(first.id);
  const { rows } = await database.owner.query<{ user_id: string; staff_number: string }>(
    `select m.user_id, m.staff_number from public.staff_members m join public.users u on u.id = m.user_id where u.email = 'teacher@greenfield.test'`,
  );
  for (const { user_id: id, staff_number: number } of rows) expect((await find(admin, number)).map((teacher) => teacher.id)).toContain(id);
});

it('goes on after the first page', async () => {
  const all = await find(admin, '');
  const paged = [...(await find(admin, '', 0, 1)), ...(await find(admin, '', 1, 1))];
  expect(paged.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
  expect(new Set(all.map(({ total }) => Number(total)))).toEqual(new Set([all.length]));
});

it('finds nobody of another school, and tells nobody who may not change classes', async () => {
  const { rows } = await database.owner.query<{ school: string }>(
    `select distinct h.name as school from public.schools h join private.memberships m on m.school_id = h.id where m.user_id = any ($1)`,
    [(await find(admin, '')).map(({ id }) => id)],
  );
  expect(rows.map(({ school }) => school)).toContain('Greenfield Academy');
  expect((await find('admin@lakeside.test', '')).map(({ id }) => id)).not.toContain((await find(admin, ''))[0]?.id);
  for (const caller of ['teacher@greenfield.test', 'parent@greenfield.test', 'student@greenfield.test'])
    expect((await refusal(find(caller, '')))?.hint, caller).toBe('permission.missing');
});
