import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { refusal, useDatabase } from '@masomo/supabase/tests/database.ts';

const database = useDatabase();
const feature = 'addon:thermal-print';
const [admin, teacher, staff, elsewhere] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'admin@lakeside.test',
] as const;
let school = '';
let student = '';

const one = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
const call = async (caller: string, sql: string, values: unknown[] = []) =>
  Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
const license = (name: string, position: number, until = 'null') =>
  database.owner.query(
    `update public.licences set feature = $1, valid_from = private.today() - 30, valid_until = ${until}, revoked_at = null, campus_ids = null, quantity = 100
     where id = (select id from public.licences where school_id = $2 order by id offset $3 limit 1)`,
    [name, school, position],
  );
type Print = { copy: number; receipt_number: string; paper: string; header: string; students: { name: string; lines: unknown[] }[] };
const print = (caller: string, payment: string) => call(caller, 'select public.print_receipt($1)', [payment]) as Promise<Print>;
const record = async () => String(await call(admin, "select (public.record_fee_payment($1, 700, 'cash')).id", [student]));

beforeAll(async () => {
  school = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  student = String(await one("select id from public.students where admission_number = 'GA/1041'"));
  await database.owner.query("delete from public.licences where feature in ($1, 'addon:quick-fees')", [feature]);
  await license(feature, 0);
  await license('addon:quick-fees', 1);
});
beforeEach(() => database.owner.query('delete from public.thermal_prints'));

it('prints a payment of the base product once, and copies from then on', async () => {
  const payment = await record();
  expect(await print(admin, payment)).toMatchObject({ copy: 0, paper: '80', students: [{ name: 'Brian Njeri', lines: [] }] });
  expect((await print(admin, payment)).copy).toBe(1);
  expect((await print(admin, payment)).copy).toBe(2);
  expect(await one('select count(*) from public.thermal_prints')).toBe(3);
});

it('prints a receipt of Quick Fees whole, whichever of its payments is asked for', async () => {
  const other = String(
    await one("select id from public.students where school_id = $1 and id <> $2 and status = 'active' limit 1", [school, student]),
  );
  const receipt = randomUUID();
  await call(staff, "select public.take_quick_payment($1, $2, 'cash')", [
    receipt,
    JSON.stringify([
      { student_id: student, amount: 10 },
      { student_id: other, amount: 20 },
    ]),
  ]);
  const { rows } = await database.owner.query<{ id: string }>(
    'select payment_id as id from private.quick_receipt_lines where receipt_id = $1 order by position',
    [receipt],
  );
  const first = await print(staff, rows[0]!.id);
  expect(first.students).toHaveLength(2);
  const again = await print(admin, rows.at(-1)!.id);
  expect([again.copy, again.receipt_number]).toEqual([1, first.receipt_number]);
});

it('gives two windows that print at once a receipt and a copy', async () => {
  const payment = await record();
  const clients = await Promise.all([1, 2].map(() => database.connect(admin)));
  const prints = await Promise.all(
    clients.map((client) => client.query<{ print: Print }>('select public.print_receipt($1) as print', [payment])),
  );
  expect(prints.map(({ rows }) => rows[0]!.print.copy).sort()).toEqual([0, 1]);
  await Promise.all(clients.map((client) => client.end()));
});

it('uses the header, the footer and the paper of the school, within what is allowed', async () => {
  const save = (values: object) => call(admin, 'select public.save_addon_settings($1, $2)', [feature, values]);
  await save({ header: 'Rooted to rise', paper: '58' });
  expect(await print(admin, await record())).toMatchObject({ header: 'Rooted to rise', paper: '58', footer: '' });
  expect(await refusal(save({ paper: '70' }))).toMatchObject({ hint: 'addon.setting', detail: 'paper' });
  expect(await refusal(save({ header: 'x'.repeat(201) }))).toMatchObject({ hint: 'addon.setting', detail: 'header' });
  expect(await refusal(save({ footer: 5 }))).toMatchObject({ hint: 'addon.setting', detail: 'footer' });
  await save({ header: '', paper: '80' });
});

it('is for administrators, and for cashiers only of what they took', async () => {
  const payment = await record();
  for (const caller of [teacher, staff]) expect(await refusal(print(caller, payment))).toMatchObject({ hint: 'thermal_print.not_yours' });
  expect(await refusal(print(elsewhere, payment))).toMatchObject({ hint: 'addon.off' });
  expect(await refusal(print(admin, randomUUID()))).toMatchObject({ hint: 'fee.payment_not_found' });
  await license(feature, 0, 'private.today() - 1');
  expect(await refusal(print(admin, payment))).toMatchObject({ hint: 'addon.expired' });
  await license(feature, 0);
});
