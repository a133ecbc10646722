import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

/** What becomes of a service that a school has bought. */
const database = useDatabase();
const admin = 'admin@greenfield.test';
let order: string;

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const seenBy = (caller: string) =>
  database.as(
    caller,
    async (client) =>
      (await client.query('select state, person, starts_on::text, notes from public.service_fulfilments where order_id = $1', [order]))
        .rows,
  );
const save = (caller: string, state: string, person: string | null, from: string | null = null, until: string | null = null) =>
  database.as(caller, (client) =>
    client.query(
      "select public.save_fulfilment((select order_item_id from public.service_fulfilments where order_id = $1), $2, $3, $4, $5, 'Bring the fee balances')",
      [order, state, person, from, until],
    ),
  );
const pay = () =>
  database.asServer((client) =>
    client.query(
      "select public.record_payment($1, 'bank', (select total_amount from public.orders where id = $1), gen_random_uuid()::text)",
      [order],
    ),
  );

beforeAll(async () => {
  const [service] = await owned<{ id: string }>("select id from public.services where name = 'Onboarding SaaS'");
  order = await database.as(admin, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from public.place_order(gen_random_uuid(), $1, 'bank', $2)", [
      JSON.stringify({ firstName: 'Ann', lastName: 'Were', email: 'ann@greenfield.test', phone: '0712345678', institution: 'Greenfield' }),
      JSON.stringify([{ service_id: service!.id, quantity: 1 }]),
    ]);
    return rows[0]!.id;
  });
});

describe('a service', () => {
  it('is opened by the payment, once, and its buyer sees it', async () => {
    expect(await seenBy(admin)).toEqual([]);
    await pay();
    await pay();
    expect(await seenBy(admin)).toEqual([{ state: 'waiting', person: null, starts_on: null, notes: null }]);
    expect(await seenBy('admin@lakeside.test')).toEqual([]);
  });

  it('is planned by a super admin only, with a person and days in order', async () => {
    expect((await refusal(save(admin, 'scheduled', 'Otieno')))?.code).toBe('42501');
    expect(await refusal(save(superAdmin, 'scheduled', ' '))).toMatchObject({ hint: 'fulfilment.person', detail: 'person' });
    expect(await refusal(save(superAdmin, 'scheduled', 'Otieno', '2027-02-03', '2027-02-01'))).toMatchObject({ detail: 'ends_on' });
    await save(superAdmin, 'scheduled', 'Otieno', '2027-02-01', '2027-02-03');
    const planned = { state: 'scheduled', person: 'Otieno', starts_on: '2027-02-01', notes: 'Bring the fee balances' };
    expect(await seenBy(admin)).toEqual([planned]);
    const [{ document } = { document: {} }] = await owned<{ document: object }>('select public.order_document_for_mail($1) as document', [
      order,
    ]);
    expect(document).toMatchObject({ services: [{ ...planned, name: 'Onboarding SaaS', ends_on: '2027-02-03' }] });
  });

  it('that is not done is cancelled with its order, and waits again when that is paid again', async () => {
    await owned('select private.cancel_fulfilments($1)', [order]);
    expect(await seenBy(admin)).toMatchObject([{ state: 'cancelled' }]);
    await owned('select private.open_fulfilments($1)', [order]);
    expect(await seenBy(admin)).toMatchObject([{ state: 'waiting' }]);
    await save(superAdmin, 'done', 'Otieno');
    await owned('select private.cancel_fulfilments($1)', [order]);
    expect(await seenBy(admin)).toMatchObject([{ state: 'done' }]);
  });
});
