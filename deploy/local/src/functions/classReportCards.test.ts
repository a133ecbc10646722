import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagesOf } from '@masomo/typesetter/testPapers';
import { createFormsTestBed, type FormsTestBed } from './formsTestBed.ts';

/** The report cards of a class, made by a worker for a teacher: from the press of a button to a stored file. */
let bed: FormsTestBed;
let teacher: { id: string; authorization: string };
let school: string;
let term: string;
let form: string;
const names = ['Wanjikũ Ngũgĩ', 'محمد عبد الله', 'አበበ በቂላ', '王小明', 'Zoë Ñandú'];
const nameOf = (index: number) => `${names[index % names.length]} ${index}`;

const owned = async (sql: string, values: unknown[] = []) => (await bed.database.query<Record<string, unknown>>(sql, values)).rows;
const one = async (sql: string, values: unknown[] = []) => String(Object.values((await owned(sql, values))[0] ?? {})[0]);
const start = async (of = form, { authorization } = teacher) => {
  const response = await bed.local.backend.rest(
    new Request('http://localhost:8102/rest/v1/rpc/start_job', {
      method: 'POST',
      headers: { apikey: bed.local.publishableKey, authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'class-report-cards', subject: `${term}/${of}`, args: { term, class: of, language: 'en' } }),
    }),
  );
  return { status: response.status, id: (await response.json()) as string };
};
const finished = async (id: string) => {
  const read = async () => (await owned('select state, done, total, result, reason from public.jobs where id = $1', [id]))[0];
  const open = async () => {
    const job = await read();
    return /waiting|running/.test(String(job?.['state'])) ? job : null;
  };
  await expect.poll(open, { timeout: 50_000 }).toBeNull();
  return read();
};
const download = (id: string, { authorization } = teacher) =>
  bed.local.backend.storage(
    new Request(`http://localhost:8102/storage/v1/object/authenticated/job-files/${school}/${id}`, {
      headers: { apikey: bed.local.publishableKey, authorization },
    }),
  );
const removeFiles = () => owned("insert into public.jobs (kind, subject) values ('files', '') on conflict do nothing");

beforeAll(async () => {
  bed = await createFormsTestBed();
  teacher = await bed.account('teacher@lake.test');
  school = await one("insert into public.schools (name) values ('Lake School') returning id");
  await owned("update public.users set role = 'teacher', school_id = $2, first_name = 'Peter', last_name = 'Otieno' where id = $1", [
    teacher.id,
    school,
  ]);
  term = await one(
    `insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, 'Term 1', private.today() - 30, private.today() + 30) returning id`,
    [school],
  );
  form = await one(
    "insert into public.classes (school_id, name, level, class_teacher_id) values ($1, 'Form 3', 'Form 3', $2) returning id",
    [school, teacher.id],
  );
  for (let index = 0; index < 60; index += 1)
    await owned(
      `with student as (insert into public.students (school_id, class_id, admission_number, first_name, last_name) values ($1, $2, $3, $4, $5) returning id)
       insert into public.enrolments (school_id, student_id, class_id, started_on) select $1, id, $2, private.today() - 30 from student on conflict do nothing`,
      [school, form, `LK${index}`, ...nameOf(index).split(/ (?=\S+$)/)],
    );
}, 120_000);
afterAll(() => bed?.close());

test('a class of sixty is one file with a page for each, in every script, of at most five megabytes', { timeout: 120_000 }, async () => {
  // The worker says which kinds it knows once it has begun.
  await expect.poll(() => one("select count(*) from private.job_kinds where name = 'class-report-cards'"), { timeout: 30_000 }).toBe('1');
  const { status, id } = await start();
  expect([status, (await start()).id]).toEqual([200, id]);
  const job = await finished(id);
  expect(job).toMatchObject({ state: 'done', done: 60, total: 60, result: { cards: 60 } });
  expect(await owned('select name, made_for from public.job_files where job_id = $1', [id])).toEqual([
    { name: 'Report cards Form 3, Term 1.pdf', made_for: teacher.id },
  ]);
  const pdf = new Uint8Array(await (await download(id)).arrayBuffer());
  expect(pdf.byteLength).toBeLessThan(5 * 1024 * 1024);
  const pages = await pagesOf(pdf);
  expect(pages).toHaveLength(60);
  const text = pages.join('\n');
  for (let index = 0; index < 60; index += 1) for (const word of nameOf(index).split(' ')) expect(text).toContain(word);
});

test('what an undone step has stored is replaced', { timeout: 60_000 }, async () => {
  await owned("update public.jobs set state = 'cancelled' where kind = 'class-report-cards'");
  const { id } = await start();
  await bed.local.backend.storage(
    new Request(`http://localhost:8102/storage/v1/object/job-files/${school}/${id}`, {
      method: 'POST',
      body: 'half a file',
      headers: { apikey: bed.local.secretKey, authorization: `Bearer ${bed.local.secretKey}`, 'x-upsert': 'true' },
    }),
  );
  expect(await finished(id)).toMatchObject({ state: 'done' });
  expect(await (await download(id)).text()).toMatch(/^%PDF/);
});

test('a teacher has no cards of another class made', { timeout: 60_000 }, async () => {
  const other = await one("insert into public.classes (school_id, name, level) values ($1, 'Form 4', 'Form 4') returning id", [school]);
  await owned(
    `with student as (insert into public.students (school_id, class_id, admission_number, first_name, last_name) values ($1, $2, 'OTHER', 'Not', 'Theirs') returning id)
     insert into public.enrolments (school_id, student_id, class_id, started_on) select $1, id, $2, private.today() - 30 from student on conflict do nothing`,
    [school, other],
  );
  expect(await finished((await start(other)).id)).toMatchObject({
    state: 'failed',
    reason: 'There is no report card to print: no student here has marks in this term.',
  });
});

test('the file is its teacher’s only, while they are one, and goes with the first child that is erased', { timeout: 90_000 }, async () => {
  const { id } = await start();
  await finished(id);
  const admin = await bed.account('head@lake.test');
  await owned("update public.users set role = 'admin', school_id = $2 where id = $1", [admin.id, school]);
  expect((await download(id, admin)).status).not.toBe(200);
  await owned("update public.users set role = 'staff' where id = $1", [teacher.id]);
  expect((await download(id)).status).not.toBe(200);
  await owned("update public.users set role = 'teacher' where id = $1", [teacher.id]);
  expect((await download(id)).status).toBe(200);
  const child = await one('select student_id from private.job_file_students where job_id = $1 limit 1', [id]);
  await owned('select private.erase_rows($1)', [child]);
  await removeFiles();
  expect((await download(id)).status).not.toBe(200);
  const stored = () => owned("select from storage.objects where bucket_id = 'job-files' and name = $1", [`${school}/${id}`]);
  await expect.poll(stored, { timeout: 20_000 }).toEqual([]);
});

test('the file goes after a week', { timeout: 60_000 }, async () => {
  const { id } = await start();
  await finished(id);
  expect((await download(id)).status).toBe(200);
  await owned("update public.job_files set expires_at = now() - interval '1 second' where job_id = $1", [id]);
  await owned('select private.delete_old_job_files()');
  await removeFiles();
  await expect.poll(async () => (await download(id)).status, { timeout: 20_000 }).not.toBe(200);
});
