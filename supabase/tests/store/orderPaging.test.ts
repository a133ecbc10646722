import { beforeAll, describe, expect, it } from 'vitest';
import { loadOrders } from '@masomo/tools/database/loadOrders.ts';
import { superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const loaded = 6500;
beforeAll(() => loadOrders(database.url, loaded), 60_000);

const school = "(select id from public.schools where name = 'Greenfield Academy')";
const sorts = ['created_at', 'status', 'total_amount', 'customer_name', 'institution', 'order_number'];
const size = 100;

/** Orders of one status are listed newest first. */
function orderBy(sort: string, direction: string): string {
  if (sort !== 'status') return `${sort} ${direction}, id ${direction}`;
  return direction === 'asc' ? 'status, created_at desc, id desc' : 'status desc, created_at, id';
}

async function ordered(where: string, sort: string, direction: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from public.orders where ${where} order by ${orderBy(sort, direction)}`,
  );
  return rows.map(({ id }) => id);
}
async function listed(caller: string, args: string): Promise<string[]> {
  const { rows } = await database.as(caller, (client) =>
    client.query<{ id: string }>(`select id from public.list_orders(${args}, page_size => ${size})`),
  );
  return rows.map(({ id }) => id);
}

/** Pages at both ends, in the middle and past the end, in every order, equal those of all rows sorted. */
async function expectPages(caller: string, visible: string, status: string | null): Promise<void> {
  for (const sort of sorts) {
    for (const direction of ['asc', 'desc']) {
      const all = await ordered(status ? `${visible} and status = '${status}'` : visible, sort, direction);
      const last = Math.ceil(all.length / size);
      for (const page of new Set([1, 6, 7, Math.floor(last / 2), last - 1, last, last + 1].filter((each) => each > 0))) {
        const found = await listed(
          caller,
          `sort => '${sort}', descending => ${direction === 'desc'}, page => ${page}${status ? `, status => '${status}'` : ''}`,
        );
        expect(found, `${sort} ${direction} page ${page}`).toEqual(all.slice((page - 1) * size, page * size));
      }
    }
  }
}

const change = `
  update public.orders set status = 'processing' where id in (select id from public.orders where status = 'pending' order by id limit 150);
  update public.orders set customer_name = 'Zuri ' || customer_name where id in (select id from public.orders order by id desc limit 70);
  update public.orders set school_id = (select id from public.schools where name = 'Lakeside School') where id in (select id from public.orders where school_id = ${school} order by id limit 30);
  delete from public.orders where id in (select id from public.orders where request_hash = 'load' order by md5(id::text) limit 200);`;

describe('pages of the order list', () => {
  it('are right for a super admin', () => expectPages(superAdmin, 'true', null));
  it('are right for a super admin with a status', () => expectPages(superAdmin, 'true', 'completed'));
  it('are right for a school', () => expectPages('admin@greenfield.test', `school_id = ${school}`, null));

  it('are right after orders changed status, name and school, and were deleted', async () => {
    await database.owner.query(change);
    await expectPages(superAdmin, 'true', 'processing');
    await expectPages('admin@greenfield.test', `school_id = ${school}`, 'completed');
  });

  it('have a size between 1 and 200', async () => {
    const sizeOf = async (pageSize: number) =>
      (await database.as(superAdmin, (client) => client.query('select from public.list_orders(page_size => $1)', [pageSize]))).rowCount;
    expect(await sizeOf(0)).toBe(1);
    expect(await sizeOf(1000)).toBe(200);
  });
});
