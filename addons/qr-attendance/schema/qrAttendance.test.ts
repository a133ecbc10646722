import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';

const database = useDatabase();
const [admin, teacher, staff, parent, elsewhere] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};

const one = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
const call = async (caller: string, sql: string, values: unknown[] = []) =>
  Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
const license = (school: string, until: string) =>
  database.owner.query(
    `update public.licences set feature = 'addon:qr-attendance', valid_from = private.today() - 30, valid_until = ${until}, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select id from public.licences where school_id = $1 order by id limit 1)`,
    [school],
  );

type Scan = { id?: string; code?: string; at?: string; direction?: string };
const clock = (time: string) => `${String(ids['today'])}T${time}:00+03:00`;
async function scan(...scans: Scan[]): Promise<string[]> {
  const rows = scans.map((each) => ({ id: randomUUID(), code: ids['code'], at: clock('07:20'), direction: 'in', ...each }));
  const results = (await call(staff, 'select jsonb_agg(to_jsonb(r)) from public.record_sightings($1) r', [JSON.stringify(rows)])) as {
    id: string;
    outcome: string;
  }[];
  return rows.map(({ id }) => results.find((result) => result.id === id)!.outcome);
}
const register = () => one('select status from public.attendance where student_id = $1 and day = $2', [ids['brian'], ids['today']]);
const mails = async () =>
  (
    await database.owner.query<{ template: string; data: { student: string; is_late: boolean } }>(
      "select template, data from public.mail_outbox where template like 'gate-%'",
    )
  ).rows;

beforeAll(async () => {
  ids['greenfield'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  ids['lakeside'] = String(await one("select id from public.schools where name = 'Lakeside School'"));
  ids['brian'] = String(await one("select id from public.students where admission_number = 'GA/1041'"));
  ids['today'] = String(await one('select private.today()::text'));
  // At noon every time of the morning is past, whenever the test runs.
  await database.owner.query(
    `create or replace function private.current_moment() returns timestamptz language sql stable set search_path = '' as $$ select timestamptz '${clock('12:00')}' $$`,
  );
  await database.owner.query("delete from public.licences where feature = 'addon:qr-attendance'");
  await license(ids['greenfield'], 'null');
  await call(admin, 'select public.issue_gate_cards()');
  ids['code'] = String(await one('select code from public.gate_cards where student_id = $1 and revoked_at is null', [ids['brian']]));
});
beforeEach(async () => {
  await database.owner.query('delete from public.gate_sightings');
  await database.owner.query("delete from public.mail_outbox where template like 'gate-%'");
  await database.owner.query('delete from public.attendance where student_id = $1 and day = $2', [ids['brian'], ids['today']]);
});

describe('the register from an arrival', () => {
  it.each([
    ['07:59', 'present'],
    ['08:00', 'present'],
    ['08:01', 'late'],
  ])('at %s is %s', async (time, outcome) => {
    expect(await scan({ at: clock(time) })).toEqual([outcome]);
    expect(await register()).toBe(outcome);
  });

  it('follows the time that the school chose', async () => {
    await call(admin, 'select public.save_addon_settings($1, $2)', ['addon:qr-attendance', { late_after: '07:00' }]);
    expect(await scan({ at: clock('07:20') })).toEqual(['late']);
    await call(admin, 'select public.save_addon_settings($1, $2)', ['addon:qr-attendance', { late_after: '08:00' }]);
  });

  it('never changes what a teacher marked, and names the contradiction', async () => {
    await database.owner.query(
      "insert into public.attendance (student_id, day, school_id, class_id, status) select id, $2, school_id, class_id, 'absent' from public.students where id = $1",
      [ids['brian'], ids['today']],
    );
    expect(await scan({})).toEqual(['contradicts']);
    expect(await register()).toBe('absent');
    expect(await call(staff, "select public.gate_day() -> 'contradicting'")).toEqual([expect.stringContaining('Brian')]);
  });

  it('is corrected when another device sends an earlier arrival afterwards', async () => {
    expect(await scan({ at: clock('08:30') })).toEqual(['late']);
    expect(await scan({ at: clock('07:30') })).toEqual(['present']);
    expect(await register()).toBe('present');
  });
});

describe('a scan', () => {
  it('is stored once, however often it is sent', async () => {
    const id = randomUUID();
    expect(await scan({ id })).toEqual(['present']);
    expect(await scan({ id })).toEqual(['present']);
    expect(Number(await one('select count(*) from public.gate_sightings'))).toBe(1);
  });

  it('of a typed admission number counts like a card', async () => {
    expect(await scan({ code: ' ga/1041 ' })).toEqual(['present']);
    expect(await one('select method from public.gate_sightings')).toBe('number');
  });

  it.each<[string, Scan]>([
    ['of an unknown code', { code: 'F'.repeat(32) }],
    ['from tomorrow', { at: '2999-01-01T07:00:00+03:00' }],
    ['in no direction', { direction: 'up' }],
  ])('%s stores nothing', async (_, wrong) => {
    expect(['unknown', 'refused']).toContain((await scan(wrong))[0]);
    expect(Number(await one('select count(*) from public.gate_sightings'))).toBe(0);
  });

  it('of a replaced card opens nothing, and the new card works', async () => {
    const old = String(await one('select id from public.gate_cards where code = $1', [ids['code']]));
    await call(staff, 'select public.replace_gate_card($1)', [old]);
    expect(await scan({})).toEqual(['revoked']);
    ids['code'] = String(await one('select code from public.gate_cards where student_id = $1 and revoked_at is null', [ids['brian']]));
    expect(await scan({})).toEqual(['present']);
    expect(await refusal(call(staff, 'select public.replace_gate_card($1)', [old]))).toMatchObject({ code: 'P0002' });
  });
});

describe('the message home', () => {
  it('is queued once a day, for the first arrival', async () => {
    await scan({ at: clock('08:20') }, { at: clock('08:40') });
    expect(await mails()).toMatchObject([
      {
        template: 'gate-arrival',
        data: {
          subject: { sentence: '{student} has arrived at school', args: { student: expect.stringContaining('Brian') } },
          texts: [{}, { sentence: 'This is after the arrival time, so the register shows late.' }, {}],
        },
      },
    ]);
    expect(await call(parent, "select title from public.notifications where source like 'arrival/%'")).toBe('Brian has arrived at school');
  });

  it('is not sent for scans of an earlier day', async () => {
    await scan({ at: new Date(Date.parse(clock('07:20')) - 86_400_000).toISOString() });
    expect(await mails()).toEqual([]);
  });

  it('tells of leaving only where the school wants it', async () => {
    await scan({ direction: 'out' });
    expect(await mails()).toEqual([]);
    await call(admin, 'select public.save_addon_settings($1, $2)', ['addon:qr-attendance', { message_departures: true }]);
    await scan({ direction: 'out', at: clock('11:00') });
    expect(await mails()).toMatchObject([{ template: 'gate-departure' }]);
  });
});

it('lists who was not seen on a day beside the register, and nobody who came in', async () => {
  const missing = async (caller: string) =>
    (
      await database.as(caller, (client) =>
        client.query<{ student_id: string; status: string | null; total: number }>('select * from public.gate_missing_list()'),
      )
    ).rows;
  const brian = ({ student_id: id }: { student_id: string }) => id === ids['brian'];
  const active = await one(
    "select count(*)::integer from public.students where school_id = $1 and status = 'active' and class_id is not null",
    [ids['greenfield']],
  );
  const everyone = await missing(admin);
  expect([everyone.length, everyone[0]?.total]).toEqual([active, active]);
  expect(everyone.find(brian)).toMatchObject({ status: null });
  await scan({ direction: 'out' });
  expect((await missing(admin)).find(brian)).toBeDefined();
  await scan({ at: clock('07:30') });
  expect((await missing(admin)).find(brian)).toBeUndefined();
  expect((await missing(teacher)).length).toBeLessThan(everyone.length);
  for (const caller of [parent, elsewhere]) expect(await refusal(missing(caller))).toMatchObject({ hint: 'addon.off' });
});

it('lists who was seen by name: everybody for the office, a teacher’s own students for that teacher', async () => {
  const number = String(
    await one("select staff_number from public.staff_members where school_id = $1 and job_title = 'Bursar' limit 1", [ids['greenfield']]),
  );
  await call(admin, 'select public.issue_gate_cards(staff => true)');
  const stranger = String(
    await one(
      `select s.admission_number from public.students s where s.school_id = $1 and s.status = 'active' and s.class_id not in (
        select class_id from public.class_subjects where teacher_id = (select id from public.users where email = $2)
        union select id from public.classes where class_teacher_id = (select id from public.users where email = $2)) limit 1`,
      [ids['greenfield'], teacher],
    ),
  );
  await scan({}, { code: number, at: clock('07:10') }, { code: stranger, at: clock('07:15') });
  const log = async (caller: string, people = 'all') =>
    (
      await database.as(caller, (client) =>
        client.query<{ name: string; number: string; total: number }>('select * from public.gate_log($1, $2)', [ids['today'], people]),
      )
    ).rows;
  for (const caller of [admin, staff]) {
    const everybody = await log(caller);
    expect(everybody.map((row) => row.number)).toEqual(['GA/1041', stranger, number]);
    expect(everybody.map(({ name, total }) => [name !== '', total])).toEqual([
      [true, 3],
      [true, 3],
      [true, 3],
    ]);
    expect((await log(caller, 'staff')).map((row) => row.number)).toEqual([number]);
    expect((await log(caller, 'students')).map((row) => row.number)).toEqual(['GA/1041', stranger]);
  }
  expect((await log(teacher)).map((row) => row.number)).toEqual(['GA/1041']);
  for (const caller of [parent, elsewhere]) expect(await refusal(log(caller))).toMatchObject({ hint: 'addon.off' });
});

it('shows a family the codes of its own students, and no others', async () => {
  const codes = async (caller: string) =>
    (
      await database.as(caller, (client) =>
        client.query<{ code: string; student_id: string }>('select code, student_id from public.gate_cards where revoked_at is null'),
      )
    ).rows;
  const seen = await codes(parent);
  expect(seen).toContainEqual({ code: ids['code'], student_id: ids['brian'] });
  const own = await call(parent, 'select array_agg(id) from public.students');
  for (const { student_id: id } of seen) expect(own).toContain(id);
  expect(await codes(elsewhere)).toEqual([]);
});

it('gives the codes to those who print the cards, and digests to those who scan', async () => {
  type Card = { code: string | null; digest: string };
  const digest = createHash('sha256').update(ids['code']!).digest('hex');
  const roster = async (caller: string) =>
    ((await call(caller, 'select jsonb_agg(to_jsonb(r)) from public.gate_roster() r')) as Card[]).find((card) => card.digest === digest);
  for (const caller of [admin, staff]) expect(await roster(caller)).toMatchObject({ code: ids['code'] });
  expect(await roster(teacher)).toMatchObject({ code: null });
  expect(await call(teacher, 'select count(*)::integer from public.gate_cards')).toBe(0);
  expect(await call(teacher, "select (public.gate_day() ->> 'cards')::integer")).toBeGreaterThan(0);
});

describe('who may', () => {
  it('issue cards: the office, not a teacher or a parent', async () => {
    for (const caller of [teacher, parent])
      expect(await refusal(call(caller, 'select public.issue_gate_cards()'))).toMatchObject({ code: '42501' });
  });

  it('change settings: an administrator, within what is allowed', async () => {
    const save = (caller: string, values: object) =>
      refusal(call(caller, 'select public.save_addon_settings($1, $2)', ['addon:qr-attendance', values]));
    expect(await save(staff, { late_after: '07:00' })).toMatchObject({ code: '42501' });
    expect(await save(admin, { late_after: '27:00' })).toMatchObject({ hint: 'addon.setting', detail: 'late_after' });
    expect(await save(admin, { colour: 'red' })).toMatchObject({ hint: 'addon.setting', detail: 'colour' });
  });

  it('at a school that never bought it: nobody', async () => {
    expect(await refusal(call(elsewhere, 'select public.issue_gate_cards()'))).toMatchObject({ hint: 'addon.off' });
    expect(await refusal(call(elsewhere, 'select public.gate_roster()'))).toMatchObject({ hint: 'addon.off' });
    expect((await call(elsewhere, 'select features from public.current_identity()')) ?? {}).not.toHaveProperty('addon:qr-attendance');
  });

  it('after the licence ended: read, and not write', async () => {
    await scan({});
    await license(ids['greenfield']!, 'private.today() - 1');
    expect(await call(staff, 'select features from public.current_identity()')).toMatchObject({ 'addon:qr-attendance': 'read-only' });
    expect(await call(staff, 'select count(*)::integer from public.gate_sightings')).toBe(1);
    expect(await refusal(scan({}))).toMatchObject({ hint: 'addon.expired' });
    await license(ids['greenfield']!, 'null');
  });
});
