import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagesOf } from '@masomo/typesetter/testPapers';
import { createFormsTestBed, type FormsTestBed } from './formsTestBed.ts';
import { readZip } from './readZip.ts';

let bed: FormsTestBed;
let admin: { id: string; authorization: string };
let schools: string[];
const studentCount = 12_000;

const owned = async (sql: string, values: unknown[] = []) => (await bed.database.query<Record<string, unknown>>(sql, values)).rows;
const service = (path: string, init: RequestInit = {}) =>
  new Request(`http://localhost:8102/${path}`, { ...init, headers: { apikey: bed.local.secretKey, ...init.headers } });
const storage = (path: string, init?: RequestInit) => bed.local.backend.storage(service(`storage/v1/object/${path}`, init));
const state = async (id: string) =>
  (await owned('select state, size, entries, entries_done from public.school_exports where id = $1', [id]))[0];
const start = async (authorization: string) => {
  const response = await bed.local.backend.rest(
    new Request('http://localhost:8102/rest/v1/rpc/start_school_export', {
      method: 'POST',
      headers: { apikey: bed.local.publishableKey, authorization, 'content-type': 'application/json' },
      body: '{}',
    }),
  );
  return { status: response.status, body: (await response.json()) as unknown };
};
const isFinished = async (id: string) => {
  await expect.poll(async () => (await state(id))?.['state'], { timeout: 60_000 }).not.toMatch(/waiting|running/);
  return state(id);
};

beforeAll(async () => {
  bed = await createFormsTestBed();
  const account = await bed.account('head@lake.test');
  admin = account;
  schools = (await owned("insert into public.schools (name) values ('Lake School'), ('Hill School') returning id")).map(({ id }) =>
    String(id),
  );
  await owned("update public.users set role = 'admin', school_id = $2 where id = $1", [account.id, schools[0]]);
  await owned(
    "insert into public.students (school_id, admission_number, first_name, last_name) select s, 'N' || n, case n when 1 then '=1+1' else 'Ann' end, 'Were \"' || n || '\"' from unnest($1::uuid[]) s, generate_series(1, $2) n",
    [schools, studentCount],
  );
  await owned(
    `with class as (insert into public.classes (school_id, name, level) values ($1, 'Form 3/4', 'Form 3') returning id),
       subject as (insert into public.subjects (school_id, name) values ($1, 'Biology') returning id),
       terms as (insert into public.school_terms (school_id, name, starts_on, ends_on, closed_at)
         values ($1, 'Term 1', '2026-01-05', '2026-04-02', now()), ($1, 'Term 2', '2026-04-27', '2026-07-31', null) returning id),
       student as (insert into public.students (school_id, class_id, admission_number, first_name, last_name) select $1, id, 'CARD', 'Zawadi', 'Card' from class returning id),
       assessment as (insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, weight)
         select $1, class.id, subject.id, terms.id, 'Exam', 100, 1 from class, subject, terms returning id, class_id, subject_id, term_id)
     insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score)
     select $1, student.id, a.class_id, a.subject_id, a.term_id, a.id, 71 from student, assessment a`,
    [schools[0]],
  );
  await storage(`school-documents/${schools[0]}/letter.pdf`, {
    method: 'POST',
    body: '%PDF-1.4 a letter',
    headers: { 'content-type': 'application/pdf' },
  });
  await storage(`school-documents/${schools[0]}/withdrawn.pdf`, {
    method: 'POST',
    body: '%PDF-1.4 a letter that is withdrawn',
    headers: { 'content-type': 'application/pdf' },
  });
  await storage(`school-documents/${schools[1]}/secret.pdf`, {
    method: 'POST',
    body: '%PDF-1.4 of another school',
    headers: { 'content-type': 'application/pdf' },
  });
}, 120_000);
afterAll(() => bed?.close());

test('an administrator of a school without a running subscription starts one export, and a stranger none', async () => {
  const { status, body } = await start(admin.authorization);
  expect([status, (await start(admin.authorization)).body]).toEqual([200, body]);
  const stranger = await bed.account('stranger@lake.test');
  expect((await start(stranger.authorization)).status).toBe(403);
});

test(
  'a killed worker and a document deleted in the meantime cost nothing: the next goes on, and the ZIP is whole',
  { timeout: 90_000 },
  async () => {
    const id = String((await start(admin.authorization)).body);
    expect((await storage(`school-documents/${schools[0]}/withdrawn.pdf`, { method: 'DELETE' })).status).toBe(200);
    // A worker died after storing half a part.
    await storage(`school-exports/${schools[0]}/${id}/0-dead`, { method: 'POST', body: 'half a part', headers: { 'x-upsert': 'true' } });
    const done = await isFinished(id);
    expect(done).toMatchObject({ state: 'ready', entries_done: done?.['entries'] });
    const zip = Buffer.from(await (await storage(`authenticated/school-exports/${schools[0]}/${id}.zip`)).arrayBuffer());
    expect(zip.length).toBe(Number(done?.['size']));
    const files = readZip(zip);
    const lines = files.get('tables/students.csv')?.toString().split('\r\n') ?? [];
    // The header, the students with the one of the class, and the end.
    expect(lines).toHaveLength(studentCount + 3);
    expect(new Set(lines).size).toBe(studentCount + 3);
    const cells = lines[0]?.split(',') ?? [];
    expect(cells).toContain('admission_number');
    expect(lines.filter((line) => line.includes("'=1+1"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('"Were ""7"""'))).toHaveLength(1);
    expect(files.get('files/letter.pdf')?.toString()).toBe('%PDF-1.4 a letter');
    expect(files.get('files/withdrawn.pdf')).toHaveLength(0);
    const cards = [...files.keys()].filter((name) => name.startsWith('report-cards/'));
    expect(cards).toEqual(['report-cards/2026-01-05 Term 1/Form 3-4.pdf']);
    const printed = (await pagesOf(files.get(cards[0]!)!)).join('\n');
    for (const words of ['Zawadi Card', 'Report card', 'Term 1', 'Exam 71/100']) expect(printed).toContain(words);
    for (const [name, content] of files) expect([name, content.includes(schools[1] ?? '')]).toEqual([name, false]);
    expect([...files.keys()].some((name) => name.includes('secret'))).toBe(false);
  },
);

test('the ZIP is read by the school only, and goes after a week', async () => {
  const [made] = await owned("select id from public.school_exports where state = 'ready'");
  const path = `authenticated/school-exports/${schools[0]}/${String(made?.['id'])}.zip`;
  const read = async (authorization: string) =>
    (
      await bed.local.backend.storage(
        new Request(`http://localhost:8102/storage/v1/object/${path}`, { headers: { apikey: bed.local.publishableKey, authorization } }),
      )
    ).status;
  expect(await read(admin.authorization)).toBe(200);
  const other = await bed.account('head@hill.test');
  await owned("update public.users set role = 'admin', school_id = $2 where id = $1", [other.id, schools[1]]);
  expect(await read(other.authorization)).not.toBe(200);
  await owned("update public.school_exports set expires_at = now() - interval '1 second'");
  await owned('select private.expire_school_export(id) from public.school_exports');
  await owned('delete from private.files_to_delete where name !~ $1', ['zip$']);
  await owned("insert into public.jobs (kind, subject) values ('files', '') on conflict do nothing");
  await expect.poll(() => read(admin.authorization), { timeout: 20_000 }).not.toBe(200);
  expect((await owned('select state from public.school_exports'))[0]).toEqual({ state: 'expired' });
});
