import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from './database.ts';

const database = useDatabase();
type Order = { id: string; status: string; total_amount: number; order_number: string; institution: string; school_id: string | null };
let pending: Order;

beforeAll(async () => {
  await database.owner.query("update public.orders set status = 'pending', paid_at = null where id = (select id from public.orders where order_number like '%-777')");
  pending = (await database.owner.query<Order>("select * from public.orders where order_number like '%-777'")).rows[0]!;
});

const setStatus = (caller: string | null, id: string, status: string) => database.as(caller, (client) => client.query('select public.set_order_status($1, $2)', [id, status]));
const statusOf = async (id: string) => (await database.owner.query<Order>('select status from public.orders where id = $1', [id])).rows[0]!.status;

describe('the order desk', () => {
  it('changes a status and writes the timeline', async () => {
    await setStatus(superAdmin, pending.id, 'processing');
    await setStatus(superAdmin, pending.id, 'pending');
    expect(await statusOf(pending.id)).toBe('pending');
    const { rows } = await database.owner.query("select from_status, to_status from public.order_events where order_id = $1 and actor_id is not null order by id", [pending.id]);
    expect(rows).toEqual([{ from_status: 'pending', to_status: 'processing' }, { from_status: 'processing', to_status: 'pending' }]);
  });

  it.each(['admin@greenfield.test', 'teacher@greenfield.test', 'parent@greenfield.test', null])('lets nobody else change one: %s', async (caller) => {
    expect((await refusal(setStatus(caller, pending.id, 'completed')))?.code).toBe('42501');
    expect(await statusOf(pending.id)).toBe('pending');
  });

  it('locks completed and cancelled orders until they are reopened with a reason', async () => {
    await setStatus(superAdmin, pending.id, 'cancelled');
    expect((await refusal(setStatus(superAdmin, pending.id, 'pending')))?.hint).toBe('order.locked');
    const reopen = (reason: string) => database.as(superAdmin, (client) => client.query('select public.reopen_order($1, $2)', [pending.id, reason]));
    expect((await refusal(reopen('  ')))?.hint).toBe('order.reason_required');
    await reopen('Paid by cheque after all');
    expect(await statusOf(pending.id)).toBe('processing');
    expect((await refusal(reopen('again')))?.hint).toBe('order.not_locked');
  });

  it('keeps its four figures while orders come, change and go', async () => {
    const figures = async () => (await database.as(superAdmin, (client) => client.query('select * from public.order_summary()'))).rows[0] as unknown;
    const counted = async () => (await database.owner.query(`select count(*) as total_orders, sum(total_amount)::bigint as total_revenue, sum(total_amount) filter (where paid_at is not null)::bigint as paid_revenue,
      count(*) filter (where status = 'completed') as completed_orders, count(*) filter (where status = 'pending') as pending_orders from public.orders`)).rows[0] as unknown;
    expect(await figures()).toEqual(await counted());
    await database.owner.query("update public.orders set status = 'processing' where order_number ~ '3$' and status = 'completed'");
    await database.owner.query("delete from public.carts where order_id in (select id from public.orders where status = 'cancelled')");
    await database.owner.query("delete from public.orders where status = 'cancelled'");
    expect(await figures()).toEqual(await counted());
  });

  it('lists, filters, searches, sorts and pages', async () => {
    const list = async (args: string) => (await database.as(superAdmin, (client) => client.query<Order>(`select * from public.list_orders(${args})`))).rows;
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
    const { rows } = await database.as(superAdmin, (client) => client.query<{ n: number }>("select public.count_orders(search => 'univers') as n"));
    expect(rows[0]!.n).toBe(all.filter((order) => /univers/i.test(order.institution)).length);
  });

  it('shows a school its own orders and nothing of another', async () => {
    const mine = (await database.as('admin@greenfield.test', (client) => client.query<Order>('select * from public.list_orders(page_size => 200)'))).rows;
    expect(mine.length).toBeGreaterThan(0);
    expect(new Set(mine.map((order) => order.institution))).toEqual(new Set(['Greenfield Academy']));
    expect((await refusal(database.as(null, (client) => client.query('select * from public.list_orders()'))))?.code).toBe('42501');
  });

  it('exports in slices without missing or repeating one', async () => {
    type Row = { id: string; at: string };
    const slice = async (after: Row | undefined): Promise<Row[]> => (await database.as(superAdmin, (client) => client.query<Row>(
      'select id, created_at::text as at from public.export_orders(after_created_at => $1, after_id => $2, page_size => 250)', [after?.at, after?.id]))).rows;
    const ids: string[] = [];
    for (let rows = await slice(undefined); rows.length > 0; rows = await slice(rows.at(-1))) ids.push(...rows.map((row) => row.id));
    const { rows } = await database.owner.query<{ n: number }>('select count(*) as n from public.orders');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(rows[0]!.n);
  });
});
