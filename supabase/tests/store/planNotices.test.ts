import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { checkFile, importFile } from '../imports.ts';
import { runJob } from '../jobs.ts';

/** What a school is told before a licence ends, and as its plan fills up. */
const database = useDatabase();
const admin = 'admin@lakeside.test';
let school: string;
let item: string;

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const one = async (sql: string, values: unknown[] = []) => Object.values((await owned(sql, values))[0] ?? {})[0];
const run = () => runJob(database, 'licence-reminders');
const mails = () =>
  one("select count(*)::integer as n from public.mail_outbox where template = 'licence-ending' and to_address = $1", [admin]);
const summary = (caller: string) =>
  database.as(
    caller,
    async (client) => (await client.query<{ s: Record<string, unknown> }>('select public.dashboard_summary() as s')).rows[0]!.s,
  );

beforeAll(async () => {
  school = String(await one("select id from public.schools where name = 'Lakeside School'"));
  await owned("update public.schools set version = 'saas' where id = $1", [school]);
  await owned('delete from public.licences where school_id = $1', [school]);
  await owned(
    `update public.subscriptions set started_on = private.today() - 50, ends_on = private.today() + 100,
       plan_id = (select id from public.plans where category = 'saas' order by max_students limit 1) where school_id = $1`,
    [school],
  );
  item = String(
    await one(
      'select i.id from public.order_items i join public.addons a on a.id = i.addon_id where a.feature is not null and not exists (select from public.licences l where l.order_item_id = i.id) limit 1',
    ),
  );
  await owned(
    `insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until)
     select order_id, id, $2, 'addon', 'Quick Fees', 'saas', 1, 'NOTICE', private.today() - 20, private.today() + 20 from public.order_items where id = $1`,
    [item, school],
  );
  await run();
});

describe('before a licence ends', () => {
  it('its school is told at 14, 7 and 1 days, each time once, also when a run was missed', async () => {
    for (const [days, sent] of [
      [20, 0],
      [14, 1],
      [9, 1],
      [6, 2],
      [1, 3],
      [0, 3],
      [-1, 3],
    ] as const) {
      await owned("update public.licences set valid_until = private.today() + $1::integer where licence_key = 'NOTICE'", [days]);
      await run();
      await run();
      expect([days, await mails()]).toEqual([days, sent]);
    }
  });

  it('administrators see it on their home, nobody else does', async () => {
    await owned("update public.licences set valid_until = private.today() + 3 where licence_key = 'NOTICE'");
    expect((await summary(admin))['ending_licences']).toEqual([{ name: 'Quick Fees', ends_on: expect.any(String), days_left: 3 }]);
    expect((await summary('teacher@lakeside.test').catch(() => ({ ending_licences: null })))['ending_licences']).toBeNull();
  });

  it('nothing is said of one that was paid back, goes on, or is only the order of a Standalone key', async () => {
    const shown = async () => (await summary(admin))['ending_licences'];
    await owned("update public.licences set revoked_at = now() where licence_key = 'NOTICE'");
    expect(await shown()).toEqual([]);
    await owned("update public.licences set revoked_at = null where licence_key = 'NOTICE'");
    await owned("update public.schools set version = 'standalone' where id = $1", [school]);
    expect(await shown()).toEqual([]);
    await owned("update public.schools set version = 'saas' where id = $1", [school]);
    const next = await one(
      `insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until)
       select i.order_id, i.id, $1, 'addon', 'Quick Fees', 'saas', 1, 'NEXT', private.today() + 4, private.today() + 100
       from public.order_items i join public.order_items held on held.id = $2 and i.addon_id = held.addon_id and i.id <> held.id
       where not exists (select from public.licences l where l.order_item_id = i.id) limit 1 returning id`,
      [school, item],
    );
    if (!next) await owned("update public.licences set valid_until = private.today() + 90 where licence_key = 'NOTICE'");
    expect(await shown()).toEqual([]);
  });
});

describe('the limit of a plan', () => {
  const admit = (number: string) => database.as(admin, (client) => client.query("select public.save_student($1, 'Ann', 'Were')", [number]));
  const importRows = (count: number, isDry: boolean) =>
    (isDry ? checkFile : importFile)(
      database,
      admin,
      Array.from({ length: count }, (_, index) => ({
        row: index + 2,
        admission_number: `I${index}`,
        first_name: 'Ann',
        last_name: 'Were',
      })),
    );
  /** Those of its branches count with its own. */
  const countStudents = async () =>
    Number(await one('select sum(private.active_students(g)) from private.schools_of_group($1) as g', [school]));
  /** A plan for so many students that the school's own are this share of it. */
  const fill = async (percent: number) => {
    const students = await countStudents();
    const most = Math.floor((students * 100) / percent);
    await owned(
      'update public.plans set max_students = $2 where id = (select plan_id from public.subscriptions where school_id = $1 limit 1)',
      [school, most],
    );
    return { students, most };
  };

  it('is told to administrators', async () => {
    const { students, most } = await fill(95);
    expect((await summary(admin))['room']).toMatchObject({ students, max_students: most, is_over: false });
  });

  it('lets admissions go on when it is full, and asks to upgrade first above 120 %', async () => {
    await fill(110);
    await admit('FULL-1');
    await fill(121);
    expect(await refusal(admit('FULL-2'))).toMatchObject({
      code: 'P0001',
      hint: 'plan.full',
      message: expect.stringContaining('upgrades it first'),
    });
  });

  it('stops no existing work', async () => {
    await fill(150);
    const id = await one("select id from public.students where school_id = $1 and admission_number = 'FULL-1'", [school]);
    await database.as(admin, (client) => client.query("select public.save_student('FULL-1', 'Anne', 'Were', student_id => $1)", [id]));
    expect(await one('select first_name from public.students where id = $1', [id])).toBe('Anne');
  });

  it('is said in the preview of an import, which is refused only as a whole and only above 120 %', async () => {
    const { students, most } = await fill(100);
    const tooMany = Math.floor(most * 0.2) + 2;
    expect((await importRows(1, true)).notes.room).toMatchObject({ students, after: students + 1, max_students: most, is_over: false });
    expect((await importRows(tooMany, true)).notes.room).toMatchObject({ after: students + tooMany, is_over: true });
    expect((await importRows(tooMany, false)).saved).toBe(0);
    expect(await one("select reason from public.jobs where kind = 'save-import' order by created_at desc limit 1")).toContain(
      'upgrades it',
    );
    expect(await countStudents()).toBe(students);
    expect(await importRows(1, false)).toMatchObject({ saved: 1 });
  });
});
