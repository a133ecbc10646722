import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [teacher, student, parent, admin, stranger] = [
  'teacher@greenfield.test',
  'student@greenfield.test',
  'parent@greenfield.test',
  'admin@greenfield.test',
  'teacher@lakeside.test',
] as const;
const ids: Record<string, string> = {};
const owned = async <T extends object>(sql: string, values: unknown[] = []) => (await database.owner.query<T>(sql, values)).rows;
const queryAs = async <T extends object>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<T>(sql, values))).rows;

/** Uploads as the storage service does it, and returns the path. */
async function upload(caller: string, { folder = ids[caller]!, type = 'application/pdf', bytes = 1000 } = {}): Promise<string> {
  const path = `${ids['school']}/${folder}/${randomUUID()}`;
  await queryAs(
    caller,
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata)
     values ('assignment-files', $1, auth.uid(), auth.uid()::text, jsonb_build_object('size', $2::bigint, 'mimetype', $3::text))`,
    [path, bytes, type],
  );
  return path;
}
async function uploadMany(caller: string, count: number): Promise<string[]> {
  const paths: string[] = [];
  while (paths.length < count) paths.push(await upload(caller));
  return paths;
}
const named = (...paths: string[]) => JSON.stringify(paths.map((path, index) => ({ path, name: `File ${index + 1}` })));
const set = async (files: string, { classes = [ids['east']!], isDraft = false } = {}) =>
  (
    await queryAs<{ id: string }>(
      teacher,
      "select public.set_assignment($1, $2, 'Seeds', private.today() + 7, 20, 'Plant one', $3, $4) as id",
      [classes, ids['biology'], isDraft, files],
    )
  ).map(({ id }) => id);
const handIn = (work: string, answer: string | null, files: string | null) =>
  queryAs(student, 'select public.submit_assignment($1, $2, $3)', [work, answer, files]);
const seen = async (caller: string, path: string) =>
  (await queryAs(caller, "select name from storage.objects where bucket_id = 'assignment-files' and name = $1", [path])).length;
const pages = (work: string) =>
  owned<{ file_path: string; name: string; position: number }>(
    'select file_path, name, position from public.assignment_files where assignment_id = $1 and student_id is not null order by position',
    [work],
  );
const isListedForDeletion = async (path: string) =>
  (await owned("select from private.files_to_delete where bucket = 'assignment-files' and name = $1", [path])).length === 1;

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await owned<{ id: string }>(sql))[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find('biology', `select id from public.subjects where name = 'Biology' and school_id = '${ids['school']}'`);
  for (const person of [teacher, student, parent, admin, stranger])
    await find(person, `select id from auth.users where email = '${person}'`);
});

describe('what a teacher attaches', () => {
  it('is downloaded by the class and its families as soon as the work is published, and by nobody else', async () => {
    const sheet = await upload(teacher);
    expect([await seen(student, sheet), await seen(admin, sheet)]).toEqual([0, 0]);
    const [draft] = await set(named(sheet), { isDraft: true });
    expect([await seen(teacher, sheet), await seen(student, sheet), await seen(parent, sheet)]).toEqual([1, 0, 0]);
    await queryAs(teacher, 'select public.publish_assignment($1)', [draft]);
    expect([await seen(student, sheet), await seen(parent, sheet), await seen(admin, sheet), await seen(stranger, sheet)]).toEqual([
      1, 1, 1, 0,
    ]);
    const rows = await queryAs(parent, 'select name, file_size::integer, mime_type from public.assignment_files where assignment_id = $1', [
      draft,
    ]);
    expect(rows).toEqual([{ name: 'File 1', file_size: 1000, mime_type: 'application/pdf' }]);
  });

  it('is shared by the classes that got the work, and deleted with the last of them', async () => {
    const others = await queryAs<{ id: string }>(
      teacher,
      'select class_id as id from public.class_subjects where teacher_id = auth.uid() and class_id <> $1 limit 1',
      [ids['east']],
    );
    const classes = [ids['east']!, others[0]!.id];
    const sheet = await upload(teacher);
    const [one, other] = await set(named(sheet), { classes });
    const [attached] = await owned<{ id: string }>('select id from public.assignment_files where assignment_id = $1', [one]);
    await queryAs(teacher, 'select public.detach_file($1)', [attached!.id]);
    expect(await isListedForDeletion(sheet)).toBe(false);
    await queryAs(teacher, 'delete from public.assignments where id = $1', [other]);
    expect(await isListedForDeletion(sheet)).toBe(true);
  });

  it('is added later by its own teacher, at most ten files, each once, and only what has arrived', async () => {
    const [work] = await set('[]');
    const attach = (caller: string, files: string) =>
      queryAs<{ n: number }>(caller, 'select public.attach_files(array[$1]::uuid[], $2) as n', [work, files]);
    const sheets = await uploadMany(teacher, 10);
    expect(await attach(teacher, named(...sheets))).toEqual([{ n: 10 }]);
    expect(await attach(teacher, named(sheets[0]!))).toEqual([{ n: 0 }]);
    expect((await refusal(attach(teacher, named(await upload(teacher)))))?.hint).toBe('assignment.too_many_files');
    expect((await refusal(attach(teacher, named(`${ids['school']}/${ids[teacher]}/never`))))?.hint).toBe('document.no_file');
    expect((await refusal(attach(student, named(sheets[0]!))))?.code).toBe('42501');
    expect((await refusal(attach(stranger, named(sheets[0]!))))?.hint).toBe('assignment.not_found');
  });

  it('is set in classes of the teacher alone, in all or in none', async () => {
    const [foreign] = await owned<{ id: string }>(
      'select c.id from public.classes c where c.school_id = $1 and c.id not in (select class_id from public.class_subjects where teacher_id = $2) and c.class_teacher_id is distinct from $2::uuid limit 1',
      [ids['school'], ids[teacher]],
    );
    const before = (await owned('select from public.assignments')).length;
    expect((await refusal(set('[]', { classes: [ids['east']!, foreign!.id] })))?.hint).toBe('class.not_yours');
    expect((await owned('select from public.assignments')).length).toBe(before);
  });
});

describe('the pages that a student hands in', () => {
  it('need no text, are seen by teacher, student and parents, and change until they are marked', async () => {
    const [work] = await set('[]');
    expect((await refusal(handIn(work!, ' ', null)))?.hint).toBe('form.required');
    expect((await refusal(handIn(work!, null, '[]')))?.hint).toBe('form.required');
    const [first, second] = [await upload(student, { type: 'image/jpeg' }), await upload(student, { type: 'image/jpeg' })];
    await handIn(work!, null, named(first!, second!));
    expect((await pages(work!)).map(({ file_path: path }) => path)).toEqual([first, second]);
    expect([await seen(teacher, first!), await seen(parent, first!), await seen(admin, first!), await seen(stranger, first!)]).toEqual([
      1, 1, 1, 0,
    ]);
    // A text by itself keeps the pages; a new list replaces them and keeps the row of a page that stays.
    await handIn(work!, 'With a note', null);
    const third = await upload(student, { type: 'image/jpeg' });
    await handIn(work!, 'With a note', named(second!, third));
    expect((await pages(work!)).map(({ file_path: path, position }) => [path, position])).toEqual([
      [second, 1],
      [third, 2],
    ]);
    expect([await isListedForDeletion(first!), await isListedForDeletion(second!)]).toEqual([true, false]);
    expect((await refusal(handIn(work!, null, named(first!))))?.hint).toBe('document.no_file');
    await queryAs(
      teacher,
      'select public.grade_submission($1, $2, 15, seen_submitted_at => (select submitted_at from public.submissions where assignment_id = $1 and student_id = $2))',
      [work, ids['brian']],
    );
    expect((await refusal(handIn(work!, null, named(third))))?.hint).toBe('assignment.graded');
    expect((await pages(work!)).length).toBe(2);
  });

  it('are not seen by another student of the class, nor taken from somebody else', async () => {
    const [work] = await set('[]');
    const page = await upload(student);
    await handIn(work!, null, named(page));
    const [other] = await owned<{ id: string }>(
      "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', 'classmate@greenfield.test', now(), now()) returning id",
    );
    await owned("update public.users set role = 'student', school_id = $2 where id = $1", [other!.id, ids['school']]);
    await owned(
      "update public.students set user_id = $1 where id = (select s.id from public.students s where s.class_id = $2 and s.user_id is null and s.status = 'active' limit 1)",
      [other!.id, ids['east']],
    );
    ids['classmate@greenfield.test'] = other!.id;
    expect(await seen('classmate@greenfield.test', page)).toBe(0);
    const copied = queryAs('classmate@greenfield.test', 'select public.submit_assignment($1, null, $2)', [work, named(page)]);
    expect((await refusal(copied))?.hint).toBe('document.no_file');
  });

  it('are uploaded to an own folder, within the room of the school, and not without end', async () => {
    expect((await refusal(upload(student, { folder: ids[teacher]! })))?.code).toBe('42501');
    expect((await refusal(upload(parent)))?.code).toBe('42501');
    await owned(
      "delete from storage.objects where bucket_id = 'assignment-files' and name not in (select file_path from public.assignment_files)",
    );
    await uploadMany(student, 60);
    expect((await refusal(upload(student)))?.hint).toBe('assignment.loose_files');
    expect((await refusal(upload(teacher, { bytes: 90_000_000_000 })))?.hint).toBe('school.storage_full');
    // What nobody handed in is swept after a day.
    await owned("update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'assignment-files'");
    await owned('select private.sweep_files()');
    const [left] = await owned<{ n: number }>(
      `select count(*)::integer as n from storage.objects o where o.bucket_id = 'assignment-files'
       and exists (select from public.assignment_files f where f.file_path = o.name)
       and exists (select from private.files_to_delete d where d.bucket = o.bucket_id and d.name = o.name)`,
    );
    expect(left).toEqual({ n: 0 });
    const [loose] = await owned<{ n: number }>(
      `select count(*)::integer as n from storage.objects o where o.bucket_id = 'assignment-files'
       and not exists (select from private.files_to_delete d where d.bucket = o.bucket_id and d.name = o.name)
       and not exists (select from public.assignment_files f where f.file_path = o.name)`,
    );
    expect(loose).toEqual({ n: 0 });
  });

  it('are erased with the child, file and row, and leave the mark', async () => {
    const [{ path } = { path: '' }] = await owned<{ path: string }>(
      'select file_path as path from public.assignment_files where student_id = $1 limit 1',
      [ids['brian']],
    );
    const before = (await owned('select from public.submissions where student_id = $1', [ids['brian']])).length;
    await owned('begin');
    try {
      await owned('select private.erase_rows($1)', [ids['brian']]);
      expect(await owned('select from public.assignment_files where student_id = $1', [ids['brian']])).toEqual([]);
      expect(await isListedForDeletion(path)).toBe(true);
      expect((await owned('select from public.submissions where student_id = $1', [ids['brian']])).length).toBe(before);
    } finally {
      await owned('rollback');
    }
  });
});
