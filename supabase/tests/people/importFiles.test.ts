import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { callAs } from '../imports.ts';

const database = useDatabase();
const [admin, staff, teacher, lakeside] = [
  'admin@greenfield.test',
  'staff@greenfield.test',
  'teacher@greenfield.test',
  'admin@lakeside.test',
] as const;
const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
let school = '';
beforeAll(async () => {
  school = (await owned<{ id: string }>("select id from public.schools where name = 'Greenfield Academy'"))[0]!.id;
});

const begin = (caller: string, kind = 'students') => callAs<string>(database, caller, "public.start_import($1, 'Class list.xlsx')", [kind]);
/** As the storage service does with a file that a person sends. */
const store = (caller: string, id: string, { bytes = 1_000, folder = school } = {}) =>
  database.as(caller, (client) =>
    client.query(
      `insert into storage.objects (bucket_id, name, owner, owner_id, metadata)
       values ('import-files', $1, auth.uid(), auth.uid()::text, jsonb_build_object('size', $2::bigint)) returning id`,
      [`${folder}/${id}`, bytes],
    ),
  );
const check = async (caller: string, id: string, number = randomUUID()) => {
  await callAs(database, caller, 'public.add_import_rows($1, $2)', [
    id,
    JSON.stringify([{ row: 2, admission_number: number, first_name: 'Amani', last_name: 'Otieno' }]),
  ]);
  await callAs(database, caller, 'public.check_import($1)', [id]);
};
const sizeOf = async (id: string) =>
  (await owned<{ size: number | null }>('select file_size as size from public.imports where id = $1', [id]))[0]?.size;
const readable = async (caller: string, id: string) =>
  (await database.as(caller, (client) => client.query('select from storage.objects where name = $1', [`${school}/${id}`]))).rowCount;
const isToBeDeleted = async (id: string) =>
  (await owned("select from private.files_to_delete where bucket = 'import-files' and name = $1", [`${school}/${id}`])).length === 1;
const used = async () => (await callAs<{ used: number }>(database, admin, 'public.storage_use()')).used;

it('the file of an import is for those who may bring its kind, takes room, and goes with the import', async () => {
  const before = await used();
  const id = await begin(admin);
  await store(admin, id, { bytes: 4_000 });
  await check(admin, id);
  expect(await sizeOf(id)).toBe(4000);
  expect(await used()).toBe(before + 4_000);
  for (const [caller, rows] of [
    [admin, 1],
    [staff, 1],
    [teacher, 0],
    [lakeside, 0],
  ] as const)
    expect(await readable(caller, id), caller).toBe(rows);
  await owned('select private.sweep_files()');
  expect(await isToBeDeleted(id)).toBe(false);
  await owned("update public.imports set expires_at = now() - interval '1 minute' where id = $1", [id]);
  await owned('select private.delete_old_imports()');
  expect(await isToBeDeleted(id)).toBe(true);
  expect(await readable(admin, id)).toBe(0);
});

it('a file is stored once, by the person who began its import, at their own school and while there is room', async () => {
  const id = await begin(admin);
  for (const attempt of [
    () => store(staff, id),
    () => store(teacher, id),
    () => store(lakeside, id),
    () => store(admin, id, { folder: randomUUID() }),
    () => store(admin, randomUUID()),
  ])
    expect((await refusal(attempt()))?.code).toBe('42501');
  const megabytes = Math.ceil((await used()) / 1048576) + 1;
  const limit = (value: number | null) =>
    callAs(database, superAdmin, 'public.set_school_storage($1, $2, $3)', [school, 'They asked for it.', value]);
  await limit(megabytes);
  expect((await refusal(store(admin, id, { bytes: 2 * 1048576 })))?.hint).toBe('school.storage_full');
  await limit(null);
  // Without its file an import goes on.
  await check(admin, id);
  expect(await sizeOf(id)).toBeNull();
  expect((await refusal(store(admin, id)))?.code).toBe('42501');
});

it('choosing another file forgets the one before, and a file without an import is swept after a day', async () => {
  const id = await begin(staff);
  await store(staff, id);
  await check(staff, id);
  const next = await begin(staff);
  expect(await isToBeDeleted(id)).toBe(true);
  await store(staff, next);
  await owned("update storage.objects set created_at = now() - interval '25 hours' where name = $1", [`${school}/${next}`]);
  await owned('select private.sweep_files()');
  expect(await isToBeDeleted(next)).toBe(false);
  await owned('alter table public.imports disable trigger remove_file');
  await owned('delete from public.imports where id = $1', [next]);
  await owned('alter table public.imports enable trigger remove_file');
  await owned('select private.sweep_files()');
  expect(await isToBeDeleted(next)).toBe(true);
});

it('an erasure at the school takes its files along, and the rows about others stay', async () => {
  const id = await begin(admin);
  await store(admin, id);
  await check(admin, id);
  await owned('select private.remove_import_files($1)', [school]);
  expect([await isToBeDeleted(id), await sizeOf(id)]).toEqual([true, null]);
  expect(await owned('select from public.import_rows where import_id = $1', [id])).toHaveLength(1);
  // Checked again, it does not come back.
  await callAs(database, admin, 'public.check_import($1)', [id]);
  expect(await sizeOf(id)).toBeNull();
});
