import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
type Order = { id: string; total_amount: number; status: string; paid_at: Date | null };

async function newOrder(): Promise<Order> {
  const { rows: addons } = await database.owner.query<{ id: string }>("select id from public.addons where category = 'saas'");
  const billing = {
    firstName: 'Ann',
    lastName: 'Were',
    email: `${crypto.randomUUID()}@school.test`,
    phone: '0712345678',
    institution: 'Baraka',
  };
  const { rows } = await database.as('admin@greenfield.test', (client) =>
    client.query<{ id: string }>("select id from public.place_order($1, $2, 'bank', $3)", [
      crypto.randomUUID(),
      JSON.stringify(billing),
      JSON.stringify(addons.map(({ id }) => ({ addon_id: id, quantity: 1 }))),
    ]),
  );
  return orderNow(rows[0]!.id);
}
const orderNow = async (id: string) => (await database.owner.query<Order>('select * from public.orders where id = $1', [id])).rows[0]!;
const pay = (order: Order, receipt: string, amount = order.total_amount) =>
  database.asServer((client) => client.query("select public.record_payment($1, 'mpesa', $2, $3)", [order.id, amount, receipt]));
const count = async (table: string, order: Order) =>
  (await database.owner.query<{ n: number }>(`select count(*) as n from public.${table} where order_id = $1`, [order.id])).rows[0]!.n;

describe('payments', () => {
  let order: Order;
  beforeAll(async () => {
    order = await newOrder();
  });

  it('complete the order, issue a licence per line and mail the receipt, once for all reports of a receipt', async () => {
    const reports = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = await database.connect(null);
        await client.query('reset role; set role service_role');
        await client.query("select public.record_payment($1, 'mpesa', $2, 'NLJ7RT61SV')", [order.id, order.total_amount]);
        await client.end();
      }),
    );
    expect(reports).toHaveLength(6);
    expect(await orderNow(order.id)).toMatchObject({ status: 'completed', paid_at: expect.any(Date) });
    expect(await count('payments', order)).toBe(1);
    expect(await count('licences', order)).toBe(2);
    const { rows } = await database.owner.query('select template from public.mail_outbox where idempotency_key = $1', [
      `order-receipt/${order.id}`,
    ]);
    expect(rows).toHaveLength(1);
    const { rows: seen } = await database.as('admin@greenfield.test', (client) =>
      client.query('select name from public.licences where order_id = $1 order by name', [order.id]),
    );
    expect(seen).toEqual([{ name: 'QR Code Attendance' }, { name: 'Two-Factor Authentication' }]);
    const { rows: documents } = await database.as('admin@greenfield.test', (client) =>
      client.query('select public.order_document($1) as document', [order.id]),
    );
    expect(documents[0]).toMatchObject({
      document: {
        payments: [{ method: 'mpesa', amount: order.total_amount, receipt: 'NLJ7RT61SV' }],
        tax: null,
        licences: expect.arrayContaining([
          expect.objectContaining({
            name: 'QR Code Attendance',
            school: 'Greenfield Academy',
            is_revoked: false,
            licence_key: expect.stringMatching(/^[0-9A-F-]{20,}$/),
          }),
        ]),
      },
    });
  });

  it('never count a receipt for two orders', async () => {
    const other = await newOrder();
    expect((await refusal(pay(other, 'nlj7rt61sv')))?.hint).toBe('payment.receipt_used');
    expect(await orderNow(other.id)).toMatchObject({ status: 'pending', paid_at: null });
  });

  it('complete an order only when it is paid in full', async () => {
    const other = await newOrder();
    await pay(other, 'PART1', 1000);
    expect(await orderNow(other.id)).toMatchObject({ status: 'pending', paid_at: null });
    await pay(other, 'PART2', other.total_amount - 1000);
    expect((await orderNow(other.id)).status).toBe('completed');
  });

  it('by bank are confirmed by a super admin only', async () => {
    const other = await newOrder();
    const confirm = (caller: string) =>
      database.as(caller, (client) =>
        client.query('select public.confirm_bank_payment($1, $2, $3)', [other.id, other.total_amount, 'FT26325ABC']),
      );
    expect((await refusal(confirm('admin@greenfield.test')))?.code).toBe('42501');
    await confirm(superAdmin);
    expect((await orderNow(other.id)).status).toBe('completed');
  });

  it('by bank count on the day their money arrived in Nairobi, and on none ahead', async () => {
    const confirm = (order: Order, days: number) =>
      database.as(superAdmin, (client) =>
        client.query(
          "select public.confirm_bank_payment($1, $2, $3, nairobi.day + $4::integer) from (select (now() at time zone 'Africa/Nairobi')::date as day) as nairobi",
          [order.id, order.total_amount, `FT${crypto.randomUUID()}`, days],
        ),
      );
    const [today, earlier] = [await newOrder(), await newOrder()];
    expect((await refusal(confirm(today, 1)))?.hint).toBe('payment.invalid_date');
    await confirm(today, 0);
    await confirm(earlier, -2);
    const paidAt = async ({ id }: Order) =>
      (
        await database.owner.query(
          "select paid_at >= created_at as after, to_char(paid_at at time zone 'Africa/Nairobi', 'HH24:MI') as time, (now() at time zone 'Africa/Nairobi')::date - (paid_at at time zone 'Africa/Nairobi')::date as days from public.orders where id = $1",
          [id],
        )
      ).rows[0];
    expect(await paidAt(today)).toMatchObject({ after: true, days: 0 });
    expect(await paidAt(earlier)).toMatchObject({ time: '12:00', days: 2 });
  });

  it('have one open attempt per order, and a late failure takes back no success', async () => {
    const other = await newOrder();
    await database.owner.query(
      `update public.settings set value = value || '{"methods": ["mpesa", "card", "bank"]}' where key = 'payments'`,
    );
    await database.asServer((client) => client.query("select public.report_payment_providers('{mpesa}')"));
    const { rows } = await database.owner.query<{ number: string; key: string }>(
      'select order_number as number, idempotency_key as key from public.orders where id = $1',
      [other.id],
    );
    const open = () =>
      database.asServer((client) =>
        client.query<{ a: string }>(
          "select attempt_id as a from public.open_payment_attempt($1, 'mpesa', gen_random_uuid(), $2, null, '254712345678')",
          [rows[0]!.number, rows[0]!.key],
        ),
      );
    const attempt = (await open()).rows[0]!.a;
    expect((await refusal(open()))?.hint).toBe('payment.in_progress');
    await database.asServer((client) =>
      client.query("select public.record_payment($1, 'mpesa', $2, 'OK1', now(), $3)", [other.id, other.total_amount, attempt]),
    );
    await database.asServer((client) =>
      client.query('select public.apply_payment_report($1, $2)', [attempt, { outcome: 'failed', code: '1032', text: 'Cancelled' }]),
    );
    expect((await database.owner.query('select status from public.payment_attempts where id = $1', [attempt])).rows).toEqual([
      { status: 'succeeded' },
    ]);
    expect((await refusal(open()))?.hint).toBe('payment.not_due');
  });

  it('keep a callback once', async () => {
    const store = async () =>
      (
        await database.asServer((client) =>
          client.query<{ isNew: boolean }>(`select public.store_provider_event('daraja', 'ws_CO_1', '{"a": 1}') is not null as "isNew"`),
        )
      ).rows[0]!.isNew;
    expect([await store(), await store()]).toEqual([true, false]);
  });
});

describe('the jobs', () => {
  const run = (job: string) => runJob(database, job);

  it('apply an announced price on its day and not before', async () => {
    const { rows } = await database.owner.query<{ id: string }>("select id from public.addons where name = 'Thermal Print'");
    const plan = (days: number) =>
      database.as(superAdmin, (client) =>
        client.query("select public.schedule_price_change('addon', $1, 2499, private.today() + $2::integer)", [rows[0]!.id, days]),
      );
    expect((await refusal(plan(29)))?.hint).toBe('price.too_soon');
    await plan(30);
    const price = async () =>
      (await database.owner.query<{ price: number }>('select price from public.addons where id = $1', [rows[0]!.id])).rows[0]!.price;
    await run('prices');
    expect(await price()).toBe(1999);
    await database.owner.query('update public.price_changes set effective_on = private.today()');
    await run('prices');
    expect(await price()).toBe(2499);
    await database.owner.query('update public.addons set price = 1999 where id = $1', [rows[0]!.id]);
    await run('prices');
    expect(await price()).toBe(1999);
    await database.owner.query('update public.addons set price = 2499 where id = $1', [rows[0]!.id]);
  });

  it('remind before the end of a subscription, each reminder once, and not of one that goes on', async () => {
    const { rows } = await database.owner.query<{ id: string }>(
      "select s.id from public.subscriptions s join public.schools c on c.id = s.school_id where c.name = 'Lakeside School'",
    );
    const id = rows[0]!.id;
    const reminders = async () =>
      (
        await database.owner.query<{ n: number }>(
          "select count(*) as n from public.mail_outbox where idempotency_key like 'subscription-ending/' || $1 || '%' and to_address = 'admin@lakeside.test'",
          [id],
        )
      ).rows[0]!.n;
    const endIn = (days: number) =>
      database.owner.query(
        'update public.subscriptions set ends_on = private.today() + $2::integer, started_on = private.today() - 200 where id = $1',
        [id, days],
      );
    const status = async () =>
      (await database.owner.query<{ status: string }>("select status from public.subscription_overview where school = 'Lakeside School'"))
        .rows[0]!.status;
    await database.owner.query('update public.subscriptions set reminded_days = null where id = $1; '.replace('$1', `'${id}'`));
    await database.owner.query("delete from public.mail_outbox where template = 'subscription-ending'");
    for (const [days, sent] of [
      [20, 0],
      [14, 1],
      [12, 1],
      [7, 2],
      [1, 3],
      [0, 3],
    ] as const) {
      await endIn(days);
      await run('subscription-reminders');
      await run('subscription-reminders');
      expect(await reminders(), `${days} days before`).toBe(sent);
    }
    await endIn(-30);
    expect(await status()).toBe('grace');
    await endIn(-31);
    expect(await status()).toBe('ended');
    await endIn(7);
    await database.owner.query('update public.subscriptions set reminded_days = null where id = $1', [id]);
    await database.owner.query("delete from public.mail_outbox where template = 'subscription-ending'");
    await database.owner.query(
      'insert into public.subscriptions (school_id, plan_id, started_on, ends_on) select school_id, plan_id, ends_on + 1, ends_on + 100 from public.subscriptions where id = $1',
      [id],
    );
    await run('subscription-reminders');
    expect(await reminders()).toBe(0);
    expect(await status()).toBe('active');
  });
});

describe('the demonstration', () => {
  it('is deleted at once and leaves real data', async () => {
    await database.owner.query("insert into public.schools (name) values ('Real School')");
    const kept = await newOrder();
    expect(
      (await refusal(database.as('admin@greenfield.test', (client) => client.query('select public.remove_demonstration_data()'))))?.code,
    ).toBe('42501');
    await database.as(superAdmin, (client) => client.query('select public.remove_demonstration_data()'));
    const { rows } = await database.owner.query(
      `select (select array_agg(name) from public.schools) as schools, (select count(*) from public.orders where is_demo) as demo,
      (select count(*) from public.orders where id = $1) as kept, (select count(*) from public.users) as people, (select count(*) from public.students) as students`,
      [kept.id],
    );
    expect(rows).toEqual([{ schools: ['Real School'], demo: 0, kept: 1, people: 1, students: 0 }]);
  });
});
