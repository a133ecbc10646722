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
    expect((await refusal(setStatus(superAdmin, pending.id, 'pending')))?.hint).toBe('order.locked_cancelled');
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
      expect((await refusal(complete(superAdmin, (await unpaid()).id, 'FT-elsewhere')))?.hint).toBe('payment.receipt_recorded');
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
