import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';
import { addFixture } from '../access/fixture.ts';
import { tablesWith } from '../everyRow.ts';

/**
 * A module that nobody has heard of: two tables that say their duties, and nothing else. What it keeps about a child is in the child's file,
 * hidden in the log, erased, purged and exported.
 */
const database = useDatabase();
const admin = 'admin@greenfield.test';
const parent = 'parent@greenfield.test';
const owned = async <T>(sql: string, values: unknown[] = []) => (await database.owner.query(sql, values)).rows as T[];
const value = async <T = string>(sql: string, values: unknown[] = []) =>
  Object.values((await owned<Record<string, T>>(sql, values))[0]!)[0]!;
const asAdmin = async <T>(sql: string, values: unknown[] = []) =>
  Object.values((await database.as(admin, (client) => client.query<Record<string, T>>(sql, values))).rows[0]!)[0]!;

const schema = `
  create table public.library_loans (
    id uuid primary key default gen_random_uuid(),
    school_id uuid not null references public.schools (id) on delete cascade,
    pupil_id uuid not null,
    title text not null check (length(title) between 1 and 80),
    state text not null check (state in ('lent', 'returned')),
    remark text,
    marks jsonb not null default '{}',
    fine integer not null default 0,
    shelf_code text,
    lent_on date not null default private.my_today(),
    foreign key (pupil_id, school_id) references public.students (id, school_id) on delete cascade
  );
  create index library_loans_school_idx on public.library_loans (school_id);
  create table public.library_visits (
    id uuid primary key default gen_random_uuid(),
    school_id uuid not null references public.schools (id) on delete cascade,
    pupil_id uuid not null references public.students (id) on delete cascade,
    said text not null
  );
  create index library_visits_school_idx on public.library_visits (school_id);
  create table public.library_advice (
    id uuid primary key default gen_random_uuid(),
    visit_id uuid not null references public.library_visits (id),
    pupil_id uuid not null references public.students (id) on delete cascade,
    advice text not null
  );
  insert into public.retention_rules (key, position, data, months, counted_from, reason, ending)
  values ('library', 90, 'Visits to the library', 6, 'the day the student left', 'For books that come late', 'deleted');
  select private.school_table('public.library_loans', feature => 'module:library', subject => 'pupil_id', audit => true, counts_use => true,
    retention => 'books', erase => 'anonymise', unexported => '{shelf_code}');
  select private.school_table('public.library_visits', feature => 'module:library', subject => 'pupil_id', audit => true, key => '{id}',
    retention => 'library', erase => 'delete', reader => 'private.exported_visits', notices => '{library-visit}',
    child_notices => '{library-late}', traced => '{said}');
  select private.school_table('public.library_advice', feature => 'module:library', subject => 'pupil_id', needs_subscription => false,
    retention => 'library', erase => 'delete');
  create function private.exported_visits(student uuid) returns jsonb language sql security definer set search_path = '' as $$
    select coalesce(jsonb_agg(to_jsonb(v) - 'school_id'), '[]') from public.library_visits v where v.pupil_id = student
  $$;
  grant execute on function private.exported_visits(uuid) to authenticated;
  grant select on public.library_loans to authenticated;
  grant select (id, school_id, pupil_id) on public.library_visits to authenticated;
  create policy "Members see loans" on public.library_loans for select to authenticated using (school_id = (select private.my_school()));
  create policy "Parents see visits of their children" on public.library_visits for select to authenticated
    using (school_id = (select private.my_school()) and pupil_id in (select private.my_student_ids()));
`;

let school = '';
const words = ['Zuhuranne', 'Xylographica', 'Quillonbook'];
/** A child with a row in each table, whose words the log and the notifications repeat. */
async function seed(child: string): Promise<{ loan: string; visit: string }> {
  const made = { loan: '', visit: '' };
  await database.asCommand(admin, async (client) => {
    const insert = async (sql: string, values: unknown[]) =>
      (await client.query<{ id: string }>(`${sql} returning id`, values)).rows[0]!.id;
    made.loan = await insert(
      `insert into public.library_loans (school_id, pupil_id, title, state, remark, marks, fine, shelf_code)
       values ($1, $2, 'Quillonbook', 'lent', 'Lost by Zuhuranne', '{"by": "Zuhuranne"}', 50, 'K7')`,
      [school, child],
    );
    made.visit = await insert("insert into public.library_visits (school_id, pupil_id, said) values ($1, $2, 'Xylographica')", [
      school,
      child,
    ]);
    await client.query("update public.library_visits set said = 'Xylographica again' where id = $1", [made.visit]);
    await client.query("insert into public.library_advice (visit_id, pupil_id, advice) values ($1, $2, 'Xylographica once more')", [
      made.visit,
      child,
    ]);
    await client.query(
      `select private.notify(array(select id from public.users where email = any ($1)), n.source, to_jsonb('Zuhuranne in the library'::text), to_jsonb('Xylographica'::text))
       from unnest(array['library-visit/' || $2::text, 'library-late/' || $3::text || '/1']) n (source)`,
      [[admin, parent], made.visit, child],
    );
  });
  return made;
}

beforeAll(async () => {
  await addFixture(database.owner);
  await owned(schema);
  school = await value("select id from public.schools where name = 'Greenfield Academy'");
});

describe('what a new module keeps about a child', () => {
  let child = '';
  let made = { loan: '', visit: '' };
  beforeAll(async () => {
    child = await value(
      `select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
       join public.users u on u.id = g.user_id where u.email = $1 order by 1 limit 1`,
      [parent],
    );
    made = await seed(child);
  });

  it('is in the child’s file: rows that the caller may select, others by their reader', async () => {
    const file = await asAdmin<Record<string, object[]>>('select public.export_student($1)', [child]);
    expect(file['library_loans']).toEqual([expect.objectContaining({ title: 'Quillonbook', fine: 50 })]);
    expect(file['library_visits']).toEqual([{ id: made.visit, pupil_id: child, said: 'Xylographica again' }]);
    expect(file).not.toHaveProperty('library_advice');
  });

  it('is in the log under the child, and without what is read with a trace only', async () => {
    const entries = await owned<{ entity: string; after: object }>(
      `select e.entity, private.shown_change(e.entity, e.after) as after from public.audit_log e
       where e.student_id = $1 and e.entity like 'library%' order by e.id`,
      [child],
    );
    expect(entries.map(({ entity }) => entity)).toEqual(['library_loans', 'library_visits', 'library_visits']);
    expect(entries[0]?.after).toMatchObject({ title: 'Quillonbook' });
    expect(entries.slice(1).map(({ after }) => after)).toEqual([expect.objectContaining({ said: '•••' }), { said: '•••' }]);
  });

  it('is told in notifications to those only who may read it', async () => {
    const read = async (caller: string) =>
      (
        await database.as(caller, (client) =>
          client.query<{ source: string }>(
            "select split_part(source, '/', 1) as source from public.notifications where source like 'library%' order by 1",
          ),
        )
      ).rows.map(({ source }) => source);
    expect(await read(parent)).toEqual(['library-late', 'library-visit']);
    expect(await read(admin)).toEqual(['library-late']);
  });

  it('is in the export of the school, but for the columns that it leaves out', async () => {
    const page = await value<{ text: string }>("select private.export_rows($1, 'library_loans', null, 10)", [school]);
    expect(page.text).toContain('Quillonbook');
    expect(page.text).not.toContain('shelf_code');
  });

  it('is erased with the child: deleted, or left with its figures and without a word', async () => {
    await owned("update public.students set status = 'left', first_name = 'Zuhuranne' where id = $1", [child]);
    await owned('delete from public.documents where student_id = $1', [child]);
    await owned('update public.student_balances set charged = paid where student_id = $1', [child]);
    expect(await tablesWith(database.owner, words)).toEqual(
      expect.arrayContaining([
        'public.audit_log',
        'public.library_advice',
        'public.library_loans',
        'public.library_visits',
        'public.notifications',
      ]),
    );
    await owned('select private.erase_student($1)', [child]);
    expect(await tablesWith(database.owner, words)).toEqual([]);
    expect(
      await owned('select title, state, remark, marks, fine, shelf_code from public.library_loans where id = $1', [made.loan]),
    ).toEqual([{ title: 'Erased', state: 'lent', remark: null, marks: {}, fine: 50, shelf_code: null }]);
    expect(await owned('select from public.library_visits where pupil_id = $1', [child])).toEqual([]);
  });
});

it('what a new module keeps of a former student is deleted after the period of its own rule, with the log of it', async () => {
  const former = await value("select id from public.students where school_id = $1 and status = 'active' order by id desc limit 1", [
    school,
  ]);
  const { loan } = await seed(former);
  const purge = () => owned("select private.purge_expired('library')");
  await owned("update public.students set status = 'left' where id = $1", [former]);
  await purge();
  expect(await owned('select from public.library_visits where pupil_id = $1', [former])).toHaveLength(1);
  await owned(
    "update public.enrolments set started_on = private.today() - 900, ended_on = private.today() - interval '6 months 1 day' where student_id = $1",
    [former],
  );
  await purge();
  for (const table of ['library_visits', 'library_advice'])
    expect(await owned(`select from public.${table} where pupil_id = $1`, [former])).toEqual([]);
  expect(await owned("select from public.audit_log where entity = 'library_visits' and student_id = $1", [former])).toEqual([]);
  expect(await owned('select from public.library_loans where id = $1', [loan])).toHaveLength(1);
});
