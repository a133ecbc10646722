import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
type Order = { id: string; status: string; total_amount: number; order_number: string; institution: string; school_id: string | null };
let pending: Order;

beforeAll(async () => {
  await database.owner.query(
    "update public.orders set status = 'pending', paid_at = null where id = (select id from public.orders where order_number like '%-777')",
  );
  pending = (await database.owner.query<Order>("select * from public.orders where order_number like '%-777'")).rows[0]!;
});

const setStatus = (caller: string | null, id: string, status: string) =>
  database.as(caller, (client) => client.query('select public.set_order_status($1, $2)', [id, status]));
const statusOf = async (id: string) =>
  (await database.owner.query<Order>('select status from public.orders where id = $1', [id])).rows[0]!.status;

describe('order management', () => {
  it('changes a status and writes the timeline', async () => {
    await setStatus(superAdmin, pending.id, 'processing');
    await setStatus(superAdmin, pending.id, 'pending');
    expect(await statusOf(pending.id)).toBe('pending');
    const { rows } = await database.owner.query(
      'select from_status, to_status from public.order_events where order_id = $1 and actor_id is not null order by id',
      [pending.id],
    );
    expect(rows).toEqual([
      { from_status: 'pending', to_status: 'processing' },
      { from_status: 'processing', to_status: 'pending' },
    ]);
  });

  it.each(['admin@greenfield.test', 'teacher@greenfield.test', 'parent@greenfield.test', null])(
    'lets nobody else change one: %s',
    async (caller) => {
      expect((await refusal(setStatus(caller, pending.id, 'completed')))?.code).toBe('42501');
      expect(await statusOf(pending.id)).toBe('pending');
    },
  );

  it('locks completed and cancelled orders until they are reopened with a reason', async () => {
    await setStatus(superAdmin, pending.id, 'cancelled');
    expect((await refusal(setStatus(superAdmin, pending.id, 'pending')))?.hint).toBe('order.locked');
    const reopen = (reason: string) =>
      database.as(superAdmin, (client) => client.query('select public.reopen_order($1, $2)', [pending.id, reason]));
    expect((await refusal(reopen('  ')))?.hint).toBe('order.reason_required');
    await reopen('Paid by cheque after all');
    expect(await statusOf(pending.id)).toBe('processing');
    expect((await refusal(reopen('again')))?.hint).toBe('order.not_locked');
  });

  describe('that is not paid', () => {
    const unpaid = async () =>
      (
        await database.owner.query<{ id: string; total: number }>(
          "select id, total_amount as total from public.orders o where status = 'pending' and paid_at is null and not exists (select from public.payments p where p.order_id = o.id) order by id limit 1",
        )
      ).rows[0]!;
    const complete = (caller: string | null, id: string, reference: string) =>
      database.as(caller, (client) => client.query("select (public.complete_paid_order($1, 'bank', $2)).status", [id, reference]));

    it('cannot be completed, alone or among others', async () => {
      const { id } = await unpaid();
      expect((await refusal(setStatus(superAdmin, id, 'completed')))?.hint).toBe('order.unpaid');
      const { rows } = await database.as(superAdmin, (client) =>
        client.query<{ refusal: string }>("select refusal from public.set_order_statuses($1, 'completed')", [[id]]),
      );
      expect(rows[0]?.refusal).toMatch(/is not paid/);
      expect(await statusOf(id)).toBe('pending');
    });

    it('is completed with what shows that it was paid elsewhere: a payment, licences and a receipt', async () => {
      const { id, total } = await unpaid();
      expect((await refusal(complete(superAdmin, id, ' ')))?.hint).toBe('form.required');
      expect((await refusal(complete('admin@greenfield.test', id, 'FT-1')))?.code).toBe('42501');
      await complete(superAdmin, id, 'ft-elsewhere');
      const { rows } = await database.owner.query(
        `select o.status, o.paid_at is not null as is_paid, (select json_agg(json_build_array(p.method, p.amount, p.receipt)) from public.payments p where p.order_id = o.id) as payments,
          (select count(*) from public.licences l where l.order_id = o.id) > 0 as has_licences,
          (select count(*) from public.mail_outbox m where m.template = 'order-receipt' and m.data ->> 'order_id' = o.id::text) as receipts
        from public.orders o where o.id = $1`,
        [id],
      );
      expect(rows).toEqual([
        { status: 'completed', is_paid: true, payments: [['bank', total, 'FT-ELSEWHERE']], has_licences: true, receipts: 1 },
      ]);
      expect((await refusal(complete(superAdmin, id, 'FT-2')))?.hint).toBe('order.locked');
      expect((await refusal(complete(superAdmin, (await unpaid()).id, 'FT-elsewhere')))?.hint).toBe('payment.receipt_used');
    });
  });

  it('keeps its four figures while orders come, change and go', async () => {
    const figures = async () =>
      (await database.as(superAdmin, (client) => client.query('select * from public.order_summary()'))).rows[0] as unknown;
    const counted = async () =>
      (
        await database.owner
          .query(`select count(*) as total_orders, sum(total_amount)::bigint as total_revenue, sum(total_amount) filter (where paid_at is not null)::bigint as paid_revenue,
      count(*) filter (where status = 'completed') as completed_orders, count(*) filter (where status = 'pending') as pending_orders from public.orders`)
      ).rows[0] as unknown;
    expect(await figures()).toEqual(await counted());
    await database.owner.query("update public.orders set status = 'processing' where order_number ~ '3$' and status = 'completed'");
    await database.owner.query("delete from public.carts where order_id in (select id from public.orders where status = 'cancelled')");
    await database.owner.query("delete from public.orders where status = 'cancelled'");
    expect(await figures()).toEqual(await counted());
  });

  it('lists, filters, searches, sorts and pages', async () => {
    const list = async (args: string) =>
      (await database.as(superAdmin, (client) => client.query<Order>(`select * from public.list_orders(${args})`))).rows;
    const all = (await database.owner.query<Order>('select * from public.orders order by created_at desc, id desc')).rows;
    expect((await list('page => 2, page_size => 30')).map((order) => order.id)).toEqual(all.slice(30, 60).map((order) => order.id));
    const found = await list("search => 'UNIVERS', page_size => 200");
    expect(found.length).toBeGreaterThan(10);
    expect(found.every((order) => /univers/i.test(order.institution))).toBe(true);
    expect(await list("search => '100%'")).toEqual([]);
    expect((await list("status => 'processing', page_size => 200")).every((order) => order.status === 'processing')).toBe(true);
    const byTotal = (await list("sort => 'total_amount', descending => false, page_size => 100")).map((order) => order.total_amount);
    expect(byTotal).toEqual([...byTotal].sort((a, b) => a - b));
    expect((await refusal(list("sort => 'id; drop table orders'")))?.hint).toBe('order.invalid_sort');
    const { rows } = await database.as(superAdmin, (client) =>
      client.query<{ n: number }>("select public.count_orders(search => 'univers') as n"),
    );
    expect(rows[0]!.n).toBe(all.filter((order) => /univers/i.test(order.institution)).length);
  });

  it('shows a school its own orders and nothing of another', async () => {
    const mine = (
      await database.as('admin@greenfield.test', (client) => client.query<Order>('select * from public.list_orders(page_size => 200)'))
    ).rows;
    expect(mine.length).toBeGreaterThan(0);
    expect(new Set(mine.map((order) => order.institution))).toEqual(new Set(['Greenfield Academy']));
    expect((await refusal(database.as(null, (client) => client.query('select * from public.list_orders()'))))?.code).toBe('42501');
  });

  it('shows parents and students their own orders, and no one the key of a request', async () => {
    const placed = (
      await database.owner.query<Order>("select * from public.orders where institution = 'Greenfield Academy' order by created_at limit 1")
    ).rows[0]!;
    const asParent = async <T extends object>(sql: string) =>
      (await database.as('parent@greenfield.test', (client) => client.query<T>(sql))).rows;
    expect(await asParent('select * from public.list_orders()')).toEqual([]);
    expect(await asParent('select * from public.order_summary()')).toMatchObject([{ total_orders: 0, total_revenue: 0 }]);
    await database.owner.query(
      "update public.orders set user_id = (select id from public.users where email = 'parent@greenfield.test') where id = $1",
      [placed.id],
    );
    for (const sort of ['created_at', 'status', 'total_amount']) {
      expect(await asParent(`select * from public.list_orders(sort => '${sort}')`)).toMatchObject([
        { id: placed.id, idempotency_key: null, request_hash: null },
      ]);
    }
    expect(await asParent("select public.count_orders() as n, public.count_orders(search => 'greenfield') as found")).toEqual([
      { n: 1, found: 1 },
    ]);
    expect(await asParent("select * from public.list_orders(search => 'greenfield')")).toHaveLength(1);
    expect((await refusal(asParent('select request_hash from public.orders')))?.code).toBe('42501');
    for (const answer of [
      'public.export_orders()',
      "public.set_order_status((select id from public.orders where status = 'completed' limit 1), 'completed')",
    ]) {
      const { rows } = await database.as(superAdmin, (client) => client.query<{ request_hash: null }>(`select * from ${answer} limit 1`));
      expect(rows).toMatchObject([{ request_hash: null, idempotency_key: null }]);
    }
  });

  it('shows those who work at a school an order they placed elsewhere as well', async () => {
    const teacher = "(select id from public.users where email = 'teacher@greenfield.test')";
    const before = (
      await database.as('teacher@greenfield.test', (client) => client.query<{ n: number }>('select public.count_orders() as n'))
    ).rows[0]!.n;
    await database.owner.query(
      `update public.orders set user_id = ${teacher} where id = (select id from public.orders where school_id is null order by id limit 1)`,
    );
    const { rows } = await database.as('teacher@greenfield.test', (client) =>
      client.query<{ n: number; listed: number; total: number }>(
        'select public.count_orders() as n, (select count(*) from public.list_orders(page_size => 200)) as listed, (select total_orders from public.order_summary()) as total',
      ),
    );
    expect(rows).toEqual([{ n: before + 1, listed: before + 1, total: before + 1 }]);
    await database.owner.query(`update public.orders set user_id = null where school_id is null and user_id = ${teacher}`);
  });

  it.each(['created_at', 'status', 'total_amount', 'customer_name', 'order_number'])(
    'pages through every order once, however far: by %s',
    async (sort) => {
      const order = { created_at: 'created_at desc, id desc', status: 'status desc, created_at, id' }[sort] ?? `${sort} desc, id desc`;
      const { rows: wanted } = await database.owner.query<Order>(`select id from public.orders order by ${order}`);
      const listed: string[] = [];
      for (let page = 1; page <= Math.ceil(wanted.length / 150) + 1; page += 1) {
        const { rows } = await database.as(superAdmin, (client) =>
          client.query<Order>('select id from public.list_orders(sort => $1, page => $2, page_size => 150)', [sort, page]),
        );
        listed.push(...rows.map(({ id }) => id));
      }
      expect(listed).toEqual(wanted.map(({ id }) => id));
    },
  );

  it('finds the newest that match, wherever they are', async () => {
    const found = async (search: string, status: string | null = null) =>
      (
        await database.as(superAdmin, (client) =>
          client.query<Order>('select id from public.list_orders(search => $1, status => $2::public.order_status, page_size => 200)', [
            search,
            status,
          ]),
        )
      ).rows.map(({ id }) => id);
    const wanted = async (where: string) =>
      (
        await database.owner.query<Order>(`select id from public.orders where ${where} order by created_at desc, id desc limit 200`)
      ).rows.map(({ id }) => id);
    expect(await found('school')).toEqual(await wanted("search_text like '%school%'"));
    expect(await found('a')).toEqual(await wanted("search_text like '%a%'"));
    expect(await found('uzima', 'completed')).toEqual(await wanted("search_text like '%uzima%' and status = 'completed'"));
  });

  it('exports in slices without missing or repeating one', async () => {
    type Row = { id: string; at: string };
    const slice = async (after: Row | undefined): Promise<Row[]> =>
      (
        await database.as(superAdmin, (client) =>
          client.query<Row>(
            'select id, created_at::text as at from public.export_orders(after_created_at => $1, after_id => $2, page_size => 250)',
            [after?.at, after?.id],
          ),
        )
      ).rows;
    const ids: string[] = [];
    for (let rows = await slice(undefined); rows.length > 0; rows = await slice(rows.at(-1))) ids.push(...rows.map((row) => row.id));
    const { rows } = await database.owner.query<{ n: number }>('select count(*) as n from public.orders');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(rows[0]!.n);
  });

  it('sets several orders at once, telling which it could not and why', async () => {
    const {
      rows: [open, locked],
    } = await database.owner.query<Order>(
      "select distinct on (status = 'completed') * from public.orders where status in ('processing', 'completed') order by status = 'completed', id",
    );
    if (!open || !locked) throw new Error('The demonstration data have no open and no completed order.');
    const setAll = (caller: string | null, ids: string[], status: string) =>
      database.as(caller, (client) => client.query('select * from public.set_order_statuses($1, $2)', [ids, status]));
    const { rows } = await setAll(superAdmin, [open.id, locked.id, open.id, '00000000-0000-4000-8000-0000000000ff'], 'pending');
    expect(rows).toHaveLength(3);
    expect(rows.find((row: { order_id: string }) => row.order_id === open.id)).toMatchObject({ is_changed: true, refusal: null });
    expect(rows.find((row: { order_id: string }) => row.order_id === locked.id)).toMatchObject({
      is_changed: false,
      refusal: expect.stringContaining('Reopen it') as unknown,
    });
    expect([await statusOf(open.id), await statusOf(locked.id)]).toEqual(['pending', 'completed']);
    expect((await refusal(setAll(superAdmin, [], 'pending')))?.hint).toBe('order.too_many');
    expect((await refusal(setAll('admin@greenfield.test', [open.id], 'cancelled')))?.code).toBe('42501');
    expect(await statusOf(open.id)).toBe('pending');
  });

  it('sends the newest mail about an order again, five times an hour at most', async () => {
    const resend = (caller: string | null) =>
      database.as(caller, (client) => client.query('select public.resend_order_mail($1) as address', [pending.id]));
    await database.owner.query("delete from public.mail_outbox where data ->> 'order_id' = $1", [pending.id]);
    expect((await refusal(resend(superAdmin)))?.hint).toBe('order.no_mail');
    await database.owner.query(
      "select private.queue_mail('order-proforma/' || $1, 'order-proforma', customer_email, private.order_mail(orders)) from public.orders where id = $1::uuid",
      [pending.id],
    );
    for (let time = 0; time < 5; time += 1) await resend(superAdmin);
    expect((await refusal(resend(superAdmin)))?.hint).toBe('request.too_many');
    const { rows } = await database.owner.query(
      "select count(*)::int as mails, count(distinct idempotency_key)::int as keys, count(distinct template)::int as templates from public.mail_outbox where data ->> 'order_id' = $1",
      [pending.id],
    );
    expect(rows).toEqual([{ mails: 6, keys: 6, templates: 1 }]);
    expect((await refusal(resend('admin@greenfield.test')))?.code).toBe('42501');
  });

  it('is changed only as it was seen: a later change is a conflict, and the first one stays', async () => {
    const {
      rows: [order],
    } = await database.owner.query<{ id: string; seen: string }>(
      "select id, updated_at::text as seen from public.orders where status = 'pending' order by created_at limit 1",
    );
    const decide = (status: string, seen: string) =>
      database.as(superAdmin, (client) =>
        client.query<{ updated_at: string }>('select updated_at::text from public.set_order_status($1, $2, $3)', [order!.id, status, seen]),
      );
    const {
      rows: [changed],
    } = await decide('processing', order!.seen);
    expect(await refusal(decide('cancelled', order!.seen))).toMatchObject({ code: 'PT409', hint: 'order.changed_meanwhile' });
    await decide('pending', changed!.updated_at);
    const { rows } = await database.owner.query(
      'select to_status from public.order_events where order_id = $1 and kind = $2 order by id desc limit 2',
      [order!.id, 'status'],
    );
    expect(rows).toEqual([{ to_status: 'pending' }, { to_status: 'processing' }]);
  });
});
