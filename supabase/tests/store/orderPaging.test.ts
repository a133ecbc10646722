import { beforeAll, describe, expect, it } from 'vitest';
import { loadOrders } from '@masomo/tools/database/loadOrders.ts';
import { superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const loaded = 6500;
beforeAll(() => loadOrders(database.url, loaded), 60_000);

const school = "(select id from public.schools where name = 'Greenfield Academy')";
const sorts = ['total_amount', 'customer_name', 'institution', 'order_number'];
const size = 100;

async function ordered(where: string, sort: string, direction: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from public.orders where ${where} order by ${sort} ${direction}, id ${direction}`,
  );
  return rows.map(({ id }) => id);
}
async function listed(caller: string, args: string): Promise<string[]> {
  const { rows } = await database.as(caller, (client) =>
    client.query<{ id: string }>(`select id from public.list_orders(${args}, page_size => ${size})`),
  );
  return rows.map(({ id }) => id);
}

/** Every far page of every sort equals that of all rows sorted; both ends, the middle and past the end. */
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

/** What the stretches hold, as they are read, against what lies in them; empty when they agree. */
const wrongStretches = `
  with stretches as (
    select p.scope, p.sort, s.status, n.*, lead(n.amount) over w as to_amount, lead(n.words) over w as to_words, lead(n.id) over w as to_id
    from (select distinct scope, sort from private.order_places) as p, unnest(enum_range(null::public.order_status)) as s (status), private.order_stretches(p.scope, p.sort, s.status) as n
    window w as (partition by p.scope, p.sort, s.status order by n.amount, n.words, n.id)),
  keys as (
    select scopes.scope, k.*, o.status, o.id from public.orders o, lateral (select private.all_schools_scope() as scope union all select o.school_id where o.school_id is not null) as scopes,
      lateral (values ('total_amount', o.total_amount, ''), ('customer_name', 0, o.customer_name), ('institution', 0, o.institution), ('order_number', 0, o.order_number)) as k (sort, amount, words))
  select s.scope, s.sort, s.status, s.words, s.orders, count(k.id) as really from stretches s left join keys k on k.scope = s.scope and k.sort = s.sort and k.status = s.status
    and (k.amount, k.words, k.id) >= (s.amount, s.words, s.id) and (s.to_id is null or (k.amount, k.words, k.id) < (s.to_amount, s.to_words, s.to_id))
  group by 1, 2, 3, s.amount, s.words, s.id, s.orders having s.orders <> count(k.id)`;
const expectRight = async () => expect((await database.owner.query(wrongStretches)).rows).toEqual([]);

const change = `
  update public.orders set status = 'processing' where id in (select id from public.orders where status = 'pending' order by id limit 150);
  update public.orders set customer_name = 'Zuri ' || customer_name where id in (select id from public.orders order by id desc limit 70);
  update public.orders set school_id = (select id from public.schools where name = 'Lakeside School') where id in (select id from public.orders where school_id = ${school} order by id limit 30);
  delete from public.orders where id in (select id from public.orders where request_hash = 'load' order by md5(id::text) limit 200);`;

describe('far pages of the order list', () => {
  it('begin in stretches of some thousand orders that hold what they say', async () => {
    const { rows } = await database.owner.query<{ n: number; longest: number }>(
      'select count(*) as n, max(pending + processing + completed + cancelled) as longest from private.order_places where scope = private.all_schools_scope() and sort = $1',
      ['customer_name'],
    );
    expect(rows[0]!.n).toBeGreaterThan(3);
    expect(rows[0]!.longest).toBeLessThanOrEqual(2000);
    await expectRight();
  });

  it('are right for a super admin', () => expectPages(superAdmin, 'true', null));
  it('are right for a super admin with a status', () => expectPages(superAdmin, 'true', 'completed'));
  it('are right for a school', () => expectPages('admin@greenfield.test', `school_id = ${school}`, null));

  it('follow what changes at once, and after it was counted', async () => {
    await database.owner.query(change);
    await expectRight();
    await expectPages(superAdmin, 'true', null);
    await expectPages('admin@greenfield.test', `school_id = ${school}`, 'completed');
    const {
      rows: [waiting],
    } = await database.owner.query<{ n: number }>('select count(*) as n from private.order_place_changes');
    expect(waiting!.n).toBeGreaterThan(0);
    await database.asServer((client) => client.query('select private.run_due_jobs()'));
    expect((await database.owner.query('select from private.order_place_changes')).rowCount).toBe(0);
    await expectRight();
    await expectPages(superAdmin, 'true', 'processing');
  });

  it('stay right when a stretch grows long while others change orders', async () => {
    await database.owner
      .query(`insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name, customer_email, customer_phone, institution, payment_method, total_amount, net_amount, vat_amount)
      select 'ORD-2030-' || n, 'GROW' || n, gen_random_uuid(), 'load', 'Mwangi the same', 'grow@load.test', '+254 700 000 000', 'One School', 'card', 5000, 4310.34, 689.66 from generate_series(1, 5000) as n`);
    // A transaction that began before the cut and commits after it: its change is in none of the pieces yet.
    const other = await database.connect(null);
    await other.query('reset role');
    await other.query("begin; update public.orders set customer_name = 'Aardvark' where payment_reference = 'GROW77'");
    const {
      rows: [cut],
    } = await database.owner.query<{ cuts: number }>('select private.count_order_places() as cuts');
    expect(cut!.cuts).toBeGreaterThan(0);
    await other.query('commit');
    await other.end();
    await expectRight();
    await expectPages(superAdmin, 'true', null);
    await database.owner.query('select private.count_order_places()');
    await expectRight();
  });
});
