import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';

const database = useDatabase();
const feature = 'addon:behaviour-records';
const [admin, teacher, staff, parent, student, elsewhere] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'student@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};

const one = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
const call = async (caller: string, sql: string, values: unknown[] = []) =>
  Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
const license = (until: string) =>
  database.owner.query(
    `update public.licences set feature = $1, valid_from = private.today() - 30, valid_until = ${until}, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select id from public.licences where school_id = $2 order by id limit 1)`,
    [feature, ids['greenfield']],
  );

type Fields = {
  request?: string;
  students?: (string | undefined)[];
  category?: string | undefined;
  day?: string;
  note?: string | null;
  shared?: boolean | null;
};
const recordAs = (
  caller: string,
  { request = randomUUID(), students = [ids['brian']], category = ids['merit'], day, note = null, shared = null }: Fields = {},
) =>
  call(caller, 'select public.record_behaviour($1, $2, $3, $4, $5, null, $6)', [
    request,
    students,
    category,
    day ?? ids['today'],
    note,
    shared,
  ]);
const incident = (caller: string, more: Fields = {}) => recordAs(caller, { category: ids['incident'], note: 'Shouted', ...more });
const latest = async () => String(await one('select id from public.behaviour_entries order by recorded_at desc limit 1'));
type Read = {
  student_id: string;
  note: string;
  follow_ups: { person: string; outcome: string | null }[] | null;
  withdrawn_reason: string | null;
};
const read = async (caller: string) =>
  (await database.as(caller, (client) => client.query<Read>('select * from public.read_behaviour(size => 1000)'))).rows;
const notified = async (source: string) =>
  (
    await database.owner.query<{ title: string; email: string }>(
      'select n.title, u.email from public.notifications n join public.users u on u.id = n.user_id where n.source like $1',
      [source],
    )
  ).rows;

beforeAll(async () => {
  ids['greenfield'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  ids['brian'] = String(await one("select id from public.students where admission_number = 'GA/1041'"));
  ids['today'] = String(await one('select private.today()::text'));
  ids['untaught'] = String(
    await one(
      `select s.id from public.students s where s.school_id = $1 and s.status = 'active' and s.class_id not in (
        select class_id from public.class_subjects where teacher_id = (select id from public.users where email = $2) union select id from public.classes where class_teacher_id = (select id from public.users where email = $2)) limit 1`,
      [ids['greenfield'], teacher],
    ),
  );
  ids['taught'] = String(
    await one(
      `select s.id from public.students s join public.classes c on c.id = s.class_id where s.status = 'active' and c.class_teacher_id = (select id from public.users where email = $1) limit 1`,
      [teacher],
    ),
  );
  await database.owner.query('delete from public.licences where feature = $1', [feature]);
  await license('null');
  await call(admin, 'select public.add_usual_behaviour_categories()');
  ids['merit'] = String(
    await one("select id from public.behaviour_categories where school_id = $1 and name = 'Helped somebody'", [ids['greenfield']]),
  );
  ids['incident'] = String(
    await one("select id from public.behaviour_categories where school_id = $1 and name = 'Rude to somebody'", [ids['greenfield']]),
  );
});
beforeEach(async () => {
  await database.owner.query('delete from public.behaviour_entries');
  await database.owner.query("delete from public.notifications where source like 'behaviour%'");
});

describe('recording', () => {
  it('stores the points of the day, which a later change leaves alone', async () => {
    expect(await incident(staff)).toBe(1);
    await call(admin, "select public.save_behaviour_category('Rude to somebody', 'incident', 9, $1)", [ids['incident']]);
    expect(await one('select points from public.behaviour_entries')).toBe(3);
    await call(admin, "select public.save_behaviour_category('Rude to somebody', 'incident', 3, $1)", [ids['incident']]);
  });

  it('is done once, however often it is sent, and for several students at a time', async () => {
    const request = randomUUID();
    const students = [ids['brian'], ids['untaught'], ids['brian']];
    expect(await recordAs(staff, { request, students })).toBe(2);
    expect(await recordAs(staff, { request, students })).toBe(0);
    expect(await one('select count(*) from public.behaviour_entries')).toBe(2);
  });

  it.each<[string, Fields, string]>([
    ['an incident without a word about it', { category: 'incident', note: ' ' }, 'form.required'],
    ['a day to come', { day: '2999-01-01' }, 'behaviour.day'],
    ['nobody', { students: [] }, 'behaviour.students'],
    ['an unknown kind', { category: randomUUID() }, 'behaviour.category'],
    ['an unknown student', { students: [randomUUID()] }, 'student.one_not_found'],
  ])('refuses %s', async (_, fields, hint) => {
    const category = fields.category === 'incident' ? ids['incident'] : (fields.category ?? ids['merit']);
    expect(await refusal(recordAs(staff, { ...fields, category }))).toMatchObject({ hint });
  });

  it('of a teacher is about students whom the teacher teaches', async () => {
    expect(await incident(teacher, { students: [ids['taught']] })).toBe(1);
    expect(await refusal(incident(teacher, { students: [ids['untaught']] }))).toMatchObject({ hint: 'behaviour.not_taught' });
  });

  it('is for staff', async () => {
    for (const caller of [parent, student]) expect(await refusal(recordAs(caller))).toMatchObject({ code: '42501' });
    expect(await refusal(recordAs(elsewhere))).toMatchObject({ hint: 'addon.off' });
  });
});

describe('the family', () => {
  it('sees merits at once and incidents only when somebody shares them', async () => {
    await recordAs(staff);
    await incident(staff);
    expect((await read(parent)).map(({ note, follow_ups }) => [note, follow_ups])).toEqual([[null, null]]);
    expect(await notified('behaviour/%')).toEqual(expect.arrayContaining([{ title: 'A merit for Brian', email: parent }]));
    const id = String(await one("select id from public.behaviour_entries where kind = 'incident'"));
    await call(staff, 'select public.share_behaviour($1, true)', [id]);
    expect(await read(parent)).toHaveLength(2);
    expect((await read(student)).map(({ student_id }) => student_id)).toEqual([ids['brian'], ids['brian']]);
    await call(staff, 'select public.share_behaviour($1, false)', [id]);
    expect(await read(parent)).toHaveLength(1);
  });

  it('does not see merits where the school does not share them', async () => {
    await call(admin, 'select public.save_addon_settings($1, $2)', [feature, { share_merits: false }]);
    await recordAs(staff);
    expect(await read(parent)).toEqual([]);
    await call(admin, 'select public.save_addon_settings($1, $2)', [feature, { share_merits: true }]);
  });

  it('never sees what is about other children', async () => {
    await recordAs(staff, { students: [ids['untaught']], shared: true });
    expect(await read(parent)).toEqual([]);
  });
});

describe('what was written', () => {
  it('is read by its function only, which logs who read of incidents, once an hour', async () => {
    await incident(staff);
    for (const column of ['note', 'agreed', 'withdrawn_reason', '*'])
      expect(await refusal(call(admin, `select ${column} from public.behaviour_entries`))).toMatchObject({ code: '42501' });
    await read(admin);
    await read(admin);
    expect(
      await one(
        "select count(*) from public.audit_log l join public.users u on u.id = l.actor_id where l.action = 'read' and l.entity = 'behaviour_entries' and l.student_id = $1 and u.email = $2",
        [ids['brian'], admin],
      ),
    ).toBe(1);
  });
});

describe('a follow-up', () => {
  const plan = (caller: string, entry: string, person: string | null, day = ids['today']) =>
    call(caller, "select public.plan_behaviour_follow_up($1, $2, 'Talk to the guardian', $3)", [entry, day, person]);

  it('has a day and a person, who hears of it, and is closed with what came of it', async () => {
    await incident(staff, { students: [ids['taught']] });
    const entry = await latest();
    const teacherId = String(await one('select id from public.users where email = $1', [teacher]));
    const id = await plan(staff, entry, teacherId);
    expect(await notified('behaviour-follow-up/%')).toMatchObject([{ email: teacher }]);
    expect(await call(teacher, "select public.behaviour_summary() ->> 'mine'")).toBe('1');
    const waiting = (caller: string) =>
      call(caller, "select waiting from public.waiting_counts() where screen = '/dashboard/addons/behaviour-records/follow-ups'");
    expect([await waiting(teacher), await waiting(staff), await waiting(parent)]).toEqual([1, 0, undefined]);
    expect(await refusal(call(teacher, "select public.close_behaviour_follow_up($1, ' ')", [id]))).toMatchObject({ detail: 'outcome' });
    await call(teacher, "select public.close_behaviour_follow_up($1, 'Talked on the phone')", [id]);
    expect((await read(staff))[0]?.follow_ups).toMatchObject([{ outcome: 'Talked on the phone' }]);
    expect(await refusal(call(teacher, "select public.close_behaviour_follow_up($1, 'Again')", [id]))).toMatchObject({
      hint: 'behaviour.closed',
    });
  });

  it('is given to nobody who does not teach the student, and never for yesterday', async () => {
    await incident(staff, { students: [ids['untaught']] });
    const entry = await latest();
    const teacherId = String(await one('select id from public.users where email = $1', [teacher]));
    expect(await refusal(plan(staff, entry, teacherId))).toMatchObject({ hint: 'behaviour.person' });
    expect(await refusal(plan(staff, entry, null, '2020-01-01'))).toMatchObject({ hint: 'behaviour.due' });
    expect(await refusal(plan(teacher, entry, null))).toMatchObject({ hint: 'behaviour.not_found' });
  });
});

describe('points', () => {
  const report = async () =>
    (
      await database.as(staff, (client) =>
        client.query(
          'select merits, incidents, balance, total from public.behaviour_report($1::date - 30, $1::date) where student_id = $2',
          [ids['today'], ids['brian']],
        ),
      )
    ).rows;

  it('of merits count for a student, those of incidents against, and withdrawn ones not at all', async () => {
    await recordAs(staff);
    await incident(staff);
    expect(await report()).toEqual([{ merits: 1, incidents: 1, balance: -1, total: 1 }]);
    await call(
      staff,
      "select public.withdraw_behaviour((select id from public.behaviour_entries where kind = 'incident'), 'Wrong student')",
    );
    expect(await report()).toEqual([{ merits: 1, incidents: 0, balance: 2, total: 1 }]);
    expect((await read(staff)).map(({ withdrawn_reason }) => withdrawn_reason)).toContain('Wrong student');
  });

  it('are told to the class teacher on the day they reach the limit', async () => {
    for (let time = 0; time < 3; time += 1) await incident(staff, { students: [ids['taught']] });
    expect(await notified('behaviour-points/%')).toEqual([]);
    await incident(staff, { students: [ids['taught']] });
    await incident(staff, { students: [ids['taught']] });
    expect(await notified('behaviour-points/%')).toMatchObject([
      { email: teacher, title: expect.stringMatching(/ has reached 12 points$/) },
    ]);
  });

  it('are withdrawn by the office or by the person who recorded them', async () => {
    await incident(staff, { students: [ids['taught']] });
    expect(await refusal(call(teacher, "select public.withdraw_behaviour($1, 'No')", [await latest()]))).toMatchObject({
      hint: 'behaviour.not_yours',
    });
  });
});

it('is read and not written after the licence ended', async () => {
  await incident(staff);
  await license('private.today() - 1');
  expect(await read(staff)).toHaveLength(1);
  expect(await refusal(recordAs(staff))).toMatchObject({ hint: 'addon.expired' });
  await license('null');
});

it('is part of what a guardian takes out, and erased with the student', async () => {
  await recordAs(staff);
  expect(await call(parent, "select jsonb_array_length(public.export_student($1) -> 'behaviour_entries')", [ids['brian']])).toBe(1);
  const former = String(
    await one(
      "insert into public.students (school_id, admission_number, first_name, last_name) values ($1, 'GA/LEFT', 'Zawadi', 'Moraa') returning id",
      [ids['greenfield']],
    ),
  );
  await incident(staff, { students: [former] });
  await database.owner.query("update public.students set status = 'left' where id = $1", [former]);
  await database.owner.query('select private.erase_student($1)', [former]);
  expect(await one('select count(*) from public.behaviour_entries where student_id = $1', [former])).toBe(0);
});
