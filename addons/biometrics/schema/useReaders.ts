import { beforeAll, expect } from 'vitest';
import { useDatabase } from '@masomo/supabase/tests/database.ts';

export const [admin, staff, parent, elsewhere] = [
  'admin@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'admin@lakeside.test',
] as const;
export const serial = 'MSM2026000417';
export const address = '41.90.64.12';
export type Call = { sn?: string; route?: string; query?: Record<string, string>; body?: string; from?: string; host?: string };
export const punch = (number: string | number, time: string, status = 0) => `${number}\t${time}\t${status}\t1\t0\t0\t0`;

/** Two schools with the add-on, a reader each, and seven students of the first with numbers; in the third term of 2026. */
export function useReaders() {
  const database = useDatabase();
  const ids: Record<string, string> = {};
  let moment = '';

  const one = async (sql: string, values: unknown[] = []) =>
    Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
  const all = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
  const call = async (caller: string, sql: string, values: unknown[] = []) =>
    Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];

  /** The clock of the server, in Nairobi. */
  async function at(time: string): Promise<void> {
    moment = `${time.replace(' ', 'T')}+03:00`;
    await database.owner.query(
      `create or replace function private.current_moment() returns timestamptz language sql stable set search_path = '' as $$ select timestamptz '${moment}' $$`,
    );
  }

  /** A call as the gateway passes it on. */
  async function reader({ sn = serial, route = 'cdata', query = {}, body = '', from = address, host = 'school.test' }: Call) {
    return (await database.as(null, async (client) => {
      await client.query("select set_config('request.headers', $1, true)", [JSON.stringify({ 'x-forwarded-for': from })]);
      return (
        await client.query<{ said: string | null }>('select public.reader_call($1, $2, $3, $4) as said', [
          route,
          { SN: sn, ...query },
          body,
          host,
        ])
      ).rows[0]!.said;
    }))!;
  }
  const push = (body: string, more: Call = {}) => reader({ body, query: { table: 'ATTLOG', Stamp: '9999' }, ...more });

  const register = async (number: string, day: string) =>
    one(
      `select a.status || ' ' || a.source || ' ' || to_char(min(g.seen_at) at time zone 'Africa/Nairobi', 'HH24:MI:SS')
     from public.reader_numbers n join public.attendance a on a.student_id = n.student_id and a.day = $2
     join public.gate_sightings g on g.student_id = n.student_id and g.day = a.day and g.direction = 'in'
     where n.number = $1 and n.school_id = $3 group by a.status, a.source`,
      [number, day, ids['greenfield']],
    );
  const counts = async () => ({
    sightings: await one("select count(*) from public.gate_sightings where method = 'reader'"),
    unknown: await one("select count(*) from public.reader_lines where state = 'unknown'"),
    malformed: await one("select count(*) from public.reader_lines where state = 'malformed'"),
    held: await one("select count(*) from public.reader_lines where state = 'held'"),
    messages: await one("select count(*) from public.mail_outbox where template = 'gate-arrival'"),
  });
  const notices = async (kind: string) =>
    (
      await all(
        `select n.title, n.body, u.email from public.notifications n join public.users u on u.id = n.user_id where n.source like 'reader/%/${kind}%' order by u.email`,
      )
    ).map(({ title, body, email }) => `${email}: ${title}. ${body}`);
  const license = (school: string, until: string) =>
    database.owner.query(
      `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from, valid_until)
     values (gen_random_uuid(), $1, 'addon', 'Biometrics Entry', 'saas', 100, gen_random_uuid(), 'addon:biometrics', date '2026-01-01', ${until})`,
      [school],
    );

  async function connect(school: string, caller: string, sn: string): Promise<string> {
    const id = String(await call(caller, 'select public.add_reader($1, $2)', ['Main gate', sn.toLowerCase()]));
    expect(await reader({ sn, route: 'options' })).toBeNull();
    await call(caller, 'select public.approve_reader($1, $2)', [id, address]);
    expect(school).not.toBe('');
    return id;
  }

  beforeAll(async () => {
    const { owner } = database;
    ids['greenfield'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
    ids['lakeside'] = String(await one("select id from public.schools where name = 'Lakeside School'"));
    await owner.query("delete from public.licences where feature in ('addon:biometrics', 'addon:qr-attendance')");
    await owner.query('delete from public.readers');
    await owner.query('delete from public.reader_numbers');
    await owner.query('delete from public.gate_sightings');
    await owner.query('delete from public.attendance');
    await owner.query("delete from public.mail_outbox where template like 'gate-%'");
    await owner.query('update public.students set boarding = null');
    await owner.query("update public.subscriptions set started_on = '2026-01-01', ends_on = '2027-12-31'");
    for (const school of [ids['greenfield'], ids['lakeside']]) await license(school, 'null');
    await at('2026-09-14 05:20:00');
    await owner.query("update public.enrolments set started_on = '2026-01-05' where ended_on is null");
    await owner.query('update public.school_terms set closed_at = null');
    await owner.query("update public.guardians set email = id || '@home.test' where email is null");
    await owner.query(
      "update public.school_terms t set starts_on = '2026-08-31', ends_on = '2026-10-30' where t.id in (select distinct on (school_id) id from public.school_terms order by school_id, starts_on desc)",
    );
  });

  /** Students of Greenfield, in the order of their admission numbers. */
  async function giveNumbers(numbers: readonly string[], skipped: number) {
    const students = await all(
      "select s.id from public.students s where s.school_id = $1 and s.status = 'active' and s.class_id is not null and exists (select from public.student_guardians g where g.student_id = s.id) order by s.admission_number offset $2 limit $3",
      [ids['greenfield'], skipped, numbers.length],
    );
    for (const [index, number] of numbers.entries()) {
      const student = String(students[index]?.['id']);
      await database.owner.query("delete from public.consents where student_id = $1 and purpose = 'biometrics'", [student]);
      await database.owner.query(
        `insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given)
       select g.school_id, g.student_id, g.guardian_id, 'biometrics', 1, true from public.student_guardians g where g.student_id = $1`,
        [student],
      );
      await call(staff, 'select public.give_reader_number($1, $2)', [student, number]);
      ids[number] = student;
    }
  }

  beforeAll(async () => {
    ids['reader'] = await connect(ids['greenfield']!, admin, serial);
    ids['other'] = await connect(ids['lakeside']!, elsewhere, 'MSM2026000999');
    await giveNumbers(['1041', '1042', '1043', '1044', '1045', '1046', '1047'], 0);
    await call(staff, "select public.set_students_boarding(array[$1::uuid], 'boarder')", [ids['1047']]);
  });

  return { database, ids, one, all, call, at, reader, push, register, counts, notices, connect, giveNumbers, moment: () => moment };
}
