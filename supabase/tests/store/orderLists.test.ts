import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
type Order = { id: string; status: string; total_amount: number; institution: string };

describe('lists of orders', () => {
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
      const { rows: expected } = await database.owner.query<Order>(`select id from public.orders order by ${order}`);
      const listed: string[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 150) + 1; page += 1) {
        const { rows } = await database.as(superAdmin, (client) =>
          client.query<Order>('select id from public.list_orders(sort => $1, page => $2, page_size => 150)', [sort, page]),
        );
        listed.push(...rows.map(({ id }) => id));
      }
      expect(listed).toEqual(expected.map(({ id }) => id));
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
    const expected = async (where: string) =>
      (
        await database.owner.query<Order>(`select id from public.orders where ${where} order by created_at desc, id desc limit 200`)
      ).rows.map(({ id }) => id);
    expect(await found('school')).toEqual(await expected("search_text like '%school%'"));
    expect(await found('a')).toEqual(await expected("search_text like '%a%'"));
    expect(await found('uzima', 'completed')).toEqual(await expected("search_text like '%uzima%' and status = 'completed'"));
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
});
