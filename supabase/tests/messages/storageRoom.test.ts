import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const teacher = 'teacher@greenfield.test';
let school = '';
const owned = async <T>(sql: string, values: unknown[] = []) => (await database.owner.query(sql, values)).rows as T[];
beforeAll(async () => {
  school = (await owned<{ id: string }>("select id from public.schools where name = 'Greenfield Academy'"))[0]!.id;
});

const store = (bytes: number, name = `${school}/${randomUUID()}.pdf`) =>
  database.as(teacher, async (client) => {
    await client.query(
      "insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values ('school-documents', $1, auth.uid(), auth.uid()::text, jsonb_build_object('size', $2::bigint, 'mimetype', 'application/pdf'))",
      [name, bytes],
    );
    return name;
  });
const enter = (path: string) =>
  database.as(teacher, (client) =>
    client.query("insert into public.documents (school_id, title, file_path, audience) values ($1, 'Letter', $2, '{parent}')", [
      school,
      path,
    ]),
  );
const limit = (megabytes: number) =>
  database.as(superAdmin, (client) => client.query('select public.set_storage_limit(null, false, $1)', [megabytes]));
const use = async () =>
  (await database.as(teacher, (client) => client.query<{ use: { used: number; limit: number } }>('select public.storage_use() as use')))
    .rows[0]!.use;
const told = async () =>
  (
    await owned<{ title: string }>(
      "select title from public.notifications n join public.users u on u.id = n.user_id where n.source like 'storage/%' and u.email = 'admin@greenfield.test' order by n.created_at",
    )
  ).map(({ title }) => title);

it('a school has so much room for files: its administrators are told before it ends, and then nothing is taken', async () => {
  const before = (await use()).used;
  const room = Math.ceil(before / 1048576) + 10;
  await limit(room);
  expect((await use()).limit).toBe(room * 1048576);
  const free = room * 1048576 - before;
  await enter(await store(1000));
  expect(await told()).toEqual([]);
  await enter(await store(Math.ceil(free * 0.95)));
  expect(await told()).toEqual(['The room for files is almost used up']);
  const refused = await refusal(store(free));
  expect([refused?.code, refused?.hint]).toEqual(['42501', 'school.storage_full']);
  expect(refused?.message).toMatch(/used all of its room for files/);
  await enter(await store(room * 1048576 - (await use()).used));
  expect(await told()).toEqual(['The room for files is almost used up', 'There is no room left for files']);
  expect((await refusal(store(1)))?.hint).toBe('school.storage_full');
  await limit(room + 100);
  await store(1);
  expect((await refusal(database.as(teacher, (client) => client.query('select public.set_storage_limit(null, false, 9)'))))?.code).toBe(
    '42501',
  );
});

it('one school has other room than its plan with a reason that its activity log keeps, given by super admins alone', async () => {
  const set = (caller: string, megabytes: number | null, reason = 'They film every lesson.') =>
    database.as(caller, (client) => client.query('select public.set_school_storage($1, $2, $3)', [school, reason, megabytes]));
  const usual = (await use()).limit;
  await set(superAdmin, 7);
  expect((await use()).limit).toBe(7 * 1048576);
  const overview = async () =>
    (
      await database.as(superAdmin, (client) =>
        client.query<{ s: object }>("select public.school_overview($1) -> 'file_room' as s", [school]),
      )
    ).rows[0]!.s;
  expect(await overview()).toEqual({
    used: (await use()).used,
    limit: 7 * 1048576,
    megabytes: 7,
    of_plan: { plan_id: expect.any(String), plan: 'Gold', is_trial: false, megabytes: usual / 1048576 },
  });
  await set(superAdmin, null, 'They filmed enough.');
  expect((await use()).limit).toBe(usual);
  expect(
    await owned(
      "select reason, after ->> 'storage_megabytes' as megabytes from public.audit_log where entity = 'schools' and school_id = $1 and after ? 'storage_megabytes' order by at",
      [school],
    ),
  ).toEqual([
    { reason: 'They film every lesson.', megabytes: '7' },
    { reason: 'They filmed enough.', megabytes: null },
  ]);
  expect((await refusal(set(superAdmin, 0)))?.hint).toBe('storage.limit');
  expect((await refusal(set(superAdmin, 9, ' ')))?.hint).toBe('form.required');
  for (const caller of [teacher, 'admin@greenfield.test']) expect((await refusal(set(caller, 9)))?.code).toBe('42501');
});

it('a file that nobody entered within a day is swept, and so is that of a deleted document', async () => {
  const [stray, fresh, kept] = [await store(10), await store(10), await store(10)];
  await enter(kept);
  await owned("update storage.objects set created_at = now() - interval '25 hours' where name = any ($1)", [[stray, kept]]);
  await owned('select private.sweep_files()');
  const listed = async () => (await owned<{ name: string }>('select name from private.files_to_delete')).map(({ name }) => name);
  expect((await listed()).filter((name) => [stray, fresh, kept].includes(name))).toEqual([stray]);
  await owned('delete from public.documents where file_path = $1', [kept]);
  expect(await listed()).toContain(kept);
});
