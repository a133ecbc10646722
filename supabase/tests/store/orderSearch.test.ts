import { beforeAll, describe, expect, it } from 'vitest';
import { loadOrders } from '@masomo/tools/database/loadOrders.ts';
import { superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
// More than one look through the newest orders sees, so that every way of finding them is taken.
beforeAll(() => loadOrders(database.url, 12_000), 120_000);

const school = "(select id from public.schools where name = 'Greenfield Academy')";
type Row = { id: string };
const ids = (rows: Row[]) => rows.map(({ id }) => id);

describe.each([
  [superAdmin, 'true'],
  ['admin@greenfield.test', `school_id = ${school}`],
])('orders found among thousands by %s', (caller, visible) => {
  const listed = async (args: string) =>
    ids((await database.as(caller, (client) => client.query<Row>(`select id from public.list_orders(${args}, page_size => 200)`))).rows);
  const expected = async (where: string, order = 'created_at desc, id desc') =>
    ids(
      (
        await database.owner.query<Row>(
          `select id from (select * from public.orders where ${visible} and ${where} order by created_at desc, id desc limit 200) as newest order by ${order}`,
        )
      ).rows,
    );

  it.each([
    ['a name many have', 'wanjiru'],
    ['a name few have', 'naomi'],
    ['an institution', 'university 77'],
    ['nothing', 'nobody at all'],
    ['two letters', 'qx'],
    ['a wildcard', '%'],
    ['a year that only older orders have', String(new Date().getFullYear() - 1)],
  ])('%s', async (_what, search) => {
    expect(await listed(`search => '${search}'`)).toEqual(await expected(`position('${search}' in search_text) > 0`));
  });

  it('the newest that match, in another order and with a state', async () => {
    expect(await listed("search => 'wanjiru', sort => 'customer_name'")).toEqual(
      await expected("search_text like '%wanjiru%'", 'customer_name desc, id desc'),
    );
    expect(await listed("search => 'school', status => 'cancelled'")).toEqual(
      await expected("search_text like '%school%' and status = 'cancelled'"),
    );
  });

  it('by the beginning of a number and by the whole of it', async () => {
    const {
      rows: [one],
    } = await database.owner.query<Row & { number: string }>(
      `select id, order_number as number from public.orders where ${visible} order by created_at limit 1 offset 30`,
    );
    expect(await listed(`search => '${one!.number.toLowerCase()}'`)).toContain(one!.id);
    const found = await listed("search => ' ord-2'");
    expect(new Set(found).size).toBe(
      Math.min(
        200,
        Number((await database.owner.query<{ n: number }>(`select count(*) as n from public.orders where ${visible}`)).rows[0]!.n),
      ),
    );
  });

  it('and returns deep pages', async () => {
    const all = ids(
      (await database.owner.query<Row>(`select id from public.orders where ${visible} order by created_at desc, id desc`)).rows,
    );
    const page = Math.floor(all.length / 200);
    expect(await listed(`page => ${page}`)).toEqual(all.slice((page - 1) * 200, page * 200));
    expect(await listed(`page => ${page}, descending => false`)).toEqual(all.toReversed().slice((page - 1) * 200, page * 200));
    expect(await listed(`page => ${page + 2}`)).toEqual([]);
  });
});
