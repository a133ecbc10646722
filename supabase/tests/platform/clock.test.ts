import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSchemaFiles } from '@masomo/tools/database/schemaFiles.ts';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
const [admin, teacher] = ['admin@greenfield.test', 'teacher@greenfield.test'] as const;
const ids: Record<string, string> = {};

const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const one = async (sql: string, values: unknown[] = []) => Object.values((await owned(sql, values))[0] ?? {})[0];
const as = async (caller: string, sql: string, values: unknown[] = []) =>
  Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
const setClock = (moment: string) =>
  database.owner.query(
    `create or replace function private.current_moment() returns timestamptz language sql stable set search_path = '' as $$ select ${moment} $$`,
  );

beforeAll(async () => {
  ids['school'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  ids['brian'] = String(await one("select id from public.students where admission_number = 'GA/1041'"));
  ids['class'] = String(await one('select class_id from public.students where id = $1', [ids['brian']]));
});
afterAll(() => setClock('now()'));

// Both are still the day before in UTC.
describe.each(['00:30', '02:59'])('at %s in Nairobi', (hour) => {
  let day: string;
  beforeAll(async () => {
    day = String(await one(`select ((now() at time zone 'Africa/Nairobi')::date + ${hour === '00:30' ? 3 : 6})::text`));
    await setClock(`timestamptz '${day} ${hour}+03'`);
  });

  it('a new day has begun for the product, the school and who works there', async () => {
    expect(await one('select private.today()::text')).toBe(day);
    expect(await one('select private.school_today($1)::text', [ids['school']])).toBe(day);
    expect(await as(teacher, 'select private.my_today()::text')).toBe(day);
  });

  it('what was due yesterday is overdue, and what is due today is not', async () => {
    const due = () => as(admin, 'select due from public.student_accounts where id = $1', [ids['brian']]);
    const charge = (days: number) =>
      owned(
        'insert into public.fee_charges (school_id, student_id, name, amount, due_on) values ($1, $2, $3, 100, $4::date + $5::integer)',
        [ids['school'], ids['brian'], 'Trip', day, days],
      );
    const before = Number(await due());
    await charge(-1);
    await charge(0);
    expect(await due()).toBe(before + 100);
  });

  it('a payment and its reversal are of today, and none is of tomorrow', async () => {
    const pay = (more = '') => as(admin, `select to_jsonb(public.record_fee_payment($1, 100, 'cash'${more}))`, [ids['brian']]);
    const paid = (await pay()) as { id: string; paid_on: string };
    expect(paid.paid_on).toBe(day);
    const reversal = await as(admin, "select to_jsonb(public.reverse_fee_payment($1, 'Wrong student'))", [paid.id]);
    expect(reversal).toMatchObject({ paid_on: day });
    expect((await refusal(pay(`, null, date '${day}' + 1`)))?.hint).toBe('fee.future');
  });

  it('invoices are issued today', async () => {
    const term = await as(
      admin,
      `select public.save_term('Term of ${hour}', date '${day}' + ${hour === '00:30' ? 400 : 500}, date '${day}' + ${hour === '00:30' ? 450 : 550})`,
    );
    await as(admin, `select public.save_fee($1, 'Tuition', 100, date '${day}' + 30)`, [term]);
    await as(admin, 'select public.bill_term($1)', [term]);
    expect(await owned('select distinct issued_on::text as day from public.fee_invoices where term_id = $1', [term])).toEqual([{ day }]);
  });

  it('a register can be taken for today and not for tomorrow', async () => {
    const take = (caller: string, days: number) =>
      as(caller, `select jsonb_agg(to_jsonb(r)) from public.record_attendance($1, date '${day}' + $3::integer, $2) r`, [
        ids['class'],
        JSON.stringify([{ student_id: ids['brian'], status: 'absent', seen: [null] }]),
        days,
      ]);
    expect(await take(teacher, 0)).toMatchObject([{ outcome: 'kept' }]);
    expect((await refusal(take(teacher, 1)))?.hint).toBe('attendance.future');
    expect(
      await one("select count(*) from public.notifications where source = 'absence/' || $1 || '/' || $2", [ids['brian'], day]),
    ).toBeGreaterThan(0);
  });

  it('a subscription runs through its last day and has ended the day after', async () => {
    const [period] = await owned('select id, ends_on::text from public.subscriptions where school_id = $1', [ids['school']]);
    const statusWhenEnding = async (days: number) => {
      await owned(`update public.subscriptions set ends_on = date '${day}' + $2::integer where id = $1`, [period!['id'], days]);
      return one('select status from public.subscription_overview where school_id = $1', [ids['school']]);
    };
    expect(await statusWhenEnding(0)).toBe('active');
    expect(await as(admin, 'select private.may_write()')).toBe(true);
    expect(await statusWhenEnding(-1)).toBe('grace');
    expect(await as(admin, 'select private.may_write()')).toBe(false);
    await owned('update public.subscriptions set ends_on = $2 where id = $1', [period!['id'], period!['ends_on']]);
  });

  it('an announced price holds from its day on, and notice is counted from today', async () => {
    const addon = await one('select id from public.addons order by id limit 1');
    const announce = (days: number) =>
      as(superAdmin, `select public.schedule_price_change('addon', $1, 4321, date '${day}' + $2::integer)`, [addon, days]);
    expect((await refusal(announce(29)))?.hint).toBe('price.too_soon');
    await announce(30);
    await owned(`update public.price_changes set effective_on = '${day}' where applied_at is null and cancelled_at is null`);
    await runJob(database, 'prices');
  });
});

describe('a school elsewhere', () => {
  beforeAll(async () => {
    await setClock("timestamptz '2030-03-05 23:30+00'");
    await owned("update public.subscriptions set ends_on = '2030-12-31'");
    ids['lagos'] = String(await one("insert into public.schools (name, time_zone) values ('Lagos College', 'Africa/Lagos') returning id"));
    ids['dakar'] = String(await one("insert into public.schools (name, time_zone) values ('Dakar College', 'Africa/Dakar') returning id"));
  });

  it('has a day of its own', async () => {
    const today = (id: string) => one('select private.school_today($1)::text', [ids[id]]);
    expect([await today('lagos'), await today('dakar'), await today('school')]).toEqual(['2030-03-06', '2030-03-05', '2030-03-06']);
  });

  it('names a zone that exists', async () => {
    const move = (zone: string) =>
      as(admin, 'update public.schools set time_zone = $2 where id = $1 returning time_zone', [ids['school'], zone]);
    expect(await move('Africa/Kampala')).toBe('Africa/Kampala');
    for (const zone of ['Africa/Nowhere', 'UTC+3', '']) expect((await refusal(move(zone)))?.code, zone).toBe('23514');
  });
});

it('is the only place that asks the database for the day', async () => {
  const askers = (await readSchemaFiles())
    .filter(
      ({ name, sql }) =>
        !name.endsWith('/clock.sql') && /current_date|localtimestamp|\bnow\(\) at time zone|nairobi_day\(now\(\)\)|now\(\)::date/.test(sql),
    )
    .map(({ name }) => name);
  expect(askers).toEqual([]);
});
