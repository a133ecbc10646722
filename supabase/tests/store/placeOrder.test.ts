import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { billing, place } from './orderFixtures.ts';

const database = useDatabase();
type Item = { id: string; name: string; price: number };
type Line = Record<string, unknown>;

let addons: Item[];
let plans: Item[];
let services: (Item & { in_store: boolean })[];
const placeAsVisitor = (order: Parameters<typeof place>[1]) => database.as(null, (client) => place(client, order));
const ordersNow = async () => Number((await database.owner.query<{ n: number }>('select count(*) as n from public.orders')).rows[0]!.n);

beforeAll(async () => {
  // All visitors of these tests come from one network.
  await database.owner.query(
    `update public.settings set value = value || '{"networkOrdersHourly": 1000000, "networkDaily": 1000000}' where key = 'mail_budget'`,
  );
  addons = (await database.owner.query<Item>('select id, name, price from public.addons where is_active order by position')).rows;
  plans = (
    await database.owner.query<Item>(
      'update public.plans set in_store = true where is_active and name in (select name from public.plans order by position limit 1) returning id, name, price',
    )
  ).rows;
  await database.owner.query("update public.services set in_store = false where unit <> 'one-time'");
  services = (
    await database.owner.query<Item & { in_store: boolean }>(
      'select id, name, price, in_store from public.services where is_active order by position',
    )
  ).rows;
});

describe('the KRA PIN of a buyer', () => {
  it('is kept as the authority writes it, printed and sent to it; one that cannot be one is refused', async () => {
    const lines = [{ addon_id: addons[0]!.id, quantity: 1 }];
    const { id } = await placeAsVisitor({ billing: billing({ kraPin: ' p05 1234567q' }), lines });
    const { rows } = await database.owner.query<{ pin: string; printed: string }>(
      "select o.kra_pin as pin, private.order_document(o) ->> 'customer_kra_pin' as printed from public.orders o where o.id = $1",
      [id],
    );
    expect(rows).toEqual([{ pin: 'P051234567Q', printed: 'P051234567Q' }]);
    for (const kraPin of ['12345', 'B051234567Q', 'P05123456Q', 'P0512345678'])
      expect(await refusal(placeAsVisitor({ billing: billing({ kraPin }), lines }))).toMatchObject({ hint: 'order.invalid_kra_pin' });
    const without = await placeAsVisitor({ billing: billing({ kraPin: '' }), lines });
    expect((await database.owner.query('select kra_pin from public.orders where id = $1', [without.id])).rows).toEqual([{ kra_pin: null }]);
  });
});

describe('place_order', () => {
  it('prices from the price book and numbers the order', async () => {
    const placed = await placeAsVisitor({
      lines: [
        { addon_id: addons[0]!.id, quantity: 2, price: 1 },
        { plan_id: plans[0]!.id, quantity: 1 },
      ],
    });
    expect(placed.total_amount).toBe(addons[0]!.price * 2 + plans[0]!.price);
    expect(placed.order_number).toMatch(/^ORD-\d{4}-\d{3,}$/);
    expect(placed.net_amount + placed.vat_amount).toBeCloseTo(placed.total_amount, 2);
    const { rows } = await database.owner.query<{ addon_name: string; quantity: number; price: number; net_amount: number }>(
      'select addon_name, quantity, price, net_amount from public.order_items where order_id = $1 order by position',
      [placed.id],
    );
    expect(rows).toEqual([
      {
        addon_name: addons[0]!.name,
        quantity: 2,
        price: addons[0]!.price,
        net_amount: Math.round((addons[0]!.price * 2 * 10_000) / 116) / 100,
      },
      { addon_name: plans[0]!.name, quantity: 1, price: plans[0]!.price, net_amount: Math.round((plans[0]!.price * 10_000) / 116) / 100 },
    ]);
  });

  it('queues the proforma with the order, in the language of the page', async () => {
    const placed = await placeAsVisitor({ lines: [{ addon_id: addons[0]!.id, quantity: 1 }], language: 'sw' });
    const { rows } = await database.owner.query('select template, language from public.mail_outbox where idempotency_key = $1', [
      `order-proforma/${placed.id}`,
    ]);
    expect(rows).toEqual([{ template: 'order-proforma', language: 'sw' }]);
  });

  it('mails at most ten proformas an hour to one address, and the orders beyond them stand', async () => {
    const order = () =>
      placeAsVisitor({ billing: billing({ email: 'Stranger@school.test' }), lines: [{ addon_id: addons[0]!.id, quantity: 1 }] });
    for (let n = 0; n < 12; n += 1) expect((await order()).status).toBe('pending');
    const { rows } = await database.owner.query("select from public.mail_outbox where to_address = 'Stranger@school.test'");
    expect(rows).toHaveLength(10);
  });

  it.each([
    ['firstName', 'Win at https://evil.example'],
    ['lastName', 'www.evil.example'],
    ['institution', 'Pay to evil.co.ke/now'],
    ['billingAddress', 'write to evil@example.test'],
    ['city', 'evil.com'],
  ])('carries no address of others to the buyer: %s', async (field, value) => {
    const placed = placeAsVisitor({ billing: billing({ [field]: value }), lines: [{ addon_id: addons[0]!.id, quantity: 1 }] });
    expect(await refusal(placed)).toMatchObject({ hint: 'order.link', detail: field });
  });

  it('takes the names that people and schools have', async () => {
    const names = {
      firstName: "Ng'ang'a Jr.",
      lastName: 'O.K. Ruto-Were',
      institution: 'St.Mary’s P.C.E.A. School No. 2',
      city: 'P.O. Box 12, Kiambu',
    };
    expect((await placeAsVisitor({ billing: billing(names), lines: [{ addon_id: addons[0]!.id, quantity: 1 }] })).status).toBe('pending');
    const one = await placeAsVisitor({
      billing: billing({ firstName: 'Madonna', lastName: '' }),
      lines: [{ addon_id: addons[0]!.id, quantity: 1 }],
    });
    const { rows } = await database.owner.query('select customer_name from public.orders where order_number = $1', [one.order_number]);
    expect(rows).toEqual([{ customer_name: 'Madonna' }]);
  });

  it('gives exactly the catalogue price or refuses, whatever the lines say', async () => {
    const quantity = fc.oneof(
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom<unknown>(0, -1, 1.5, 1e21, 1000, '2', null, true),
      fc.integer(),
    );
    const line = fc.record({
      addon_id: fc.oneof(
        { weight: 8, arbitrary: fc.nat(13).map((n) => addons[n]!.id as unknown) },
        { weight: 1, arbitrary: fc.uuid() },
        { weight: 1, arbitrary: fc.constantFrom<unknown>('', 'x', 7, null, "'; drop table orders; --") },
      ),
      quantity,
      price: fc.anything({ maxDepth: 1 }),
      total: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 4 }), async (lines) => {
        const before = await ordersNow();
        const sums = new Map<unknown, number>();
        for (const each of lines) sums.set(each.addon_id, (sums.get(each.addon_id) ?? 0) + (each.quantity as number));
        const isValid =
          lines.length > 0 &&
          lines.every(
            (each) =>
              addons.some((addon) => addon.id === each.addon_id) &&
              typeof each.quantity === 'number' &&
              Number.isInteger(each.quantity) &&
              each.quantity >= 1 &&
              each.quantity <= 999,
          ) &&
          [...sums.values()].every((sum) => sum <= 999);
        const json = JSON.parse(
          JSON.stringify(lines, (_, value: unknown) =>
            typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
          ),
        ) as Line[];
        const work = placeAsVisitor({ lines: json });
        if (isValid) {
          const total = [...sums].reduce((sum, [id, units]) => sum + addons.find((addon) => addon.id === id)!.price * units, 0);
          expect((await work).total_amount).toBe(total);
          expect(await ordersNow()).toBe(before + 1);
        } else {
          expect((await refusal(work))?.hint).toMatch(/^order\.(empty_cart|unknown_item|not_on_sale|invalid_quantity)$/);
          expect(await ordersNow()).toBe(before);
        }
      }),
      { numRuns: 150, seed: 20261121 },
    );
  });

  it('sells plans and services where the price book says so, each at its own price, and no other', async () => {
    const sold = [
      ...addons.map((item) => ({ ...item, key: 'addon_id' })),
      ...plans.map((item) => ({ ...item, key: 'plan_id' })),
      ...services.filter((item) => item.in_store).map((item) => ({ ...item, key: 'service_id' })),
    ];
    const unsold = services.filter((item) => !item.in_store).map((item) => ({ ...item, key: 'service_id' }));
    expect([plans.length > 0, sold.length > addons.length + plans.length, unsold.length > 0]).toEqual([true, true, true]);
    const wrongKind = sold.map((item) => ({ ...item, key: item.key === 'addon_id' ? 'plan_id' : 'addon_id' }));
    const line = fc.record({
      item: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...sold) },
        { weight: 1, arbitrary: fc.constantFrom(...unsold) },
        { weight: 1, arbitrary: fc.constantFrom(...wrongKind) },
      ),
      quantity: fc.integer({ min: 1, max: 9 }),
      price: fc.integer(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
        const work = placeAsVisitor({ lines: lines.map(({ item, quantity, price }) => ({ [item.key]: item.id, quantity, price })) });
        if (lines.every(({ item }) => sold.includes(item)))
          expect((await work).total_amount).toBe(lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0));
        else expect((await refusal(work))?.hint).toBe('order.unknown_item');
      }),
      { numRuns: 60, seed: 20261121 },
    );
  });

  it.each([
    ['no lines', { lines: [] }, 'order.empty_cart'],
    ['no list', { lines: { addon_id: 1 } }, 'order.empty_cart'],
    ['an empty name', { billing: billing({ firstName: ' ' }) }, 'order.required'],
    ['a bad address', { billing: billing({ email: 'nobody' }) }, 'order.invalid_email'],
    ['a bad phone', { billing: billing({ phone: 'call me' }) }, 'order.invalid_phone'],
    ['a name too long', { billing: billing({ institution: 'x'.repeat(161) }) }, 'order.too_long'],
    ['another country', { billing: billing({ country: 'Atlantis' }) }, 'order.invalid_country'],
    ['a method that is off', { method: 'mpesa' }, 'order.payment_method_unavailable'],
    ['another total', { expected: 1 }, 'order.price_changed'],
  ])('refuses %s and keeps nothing', async (_, more, hint) => {
    const before = await ordersNow();
    expect((await refusal(placeAsVisitor({ lines: [{ addon_id: addons[0]!.id, quantity: 1 }], ...more })))?.hint).toBe(hint);
    expect(await ordersNow()).toBe(before);
  });

  it('makes one order of twenty calls with one key, and refuses the key for another cart', async () => {
    const key = crypto.randomUUID();
    const details = billing();
    const clients = await Promise.all(Array.from({ length: 20 }, () => database.connect(null)));
    const placed = await Promise.all(
      clients.map((client) => place(client, { key, billing: details, lines: [{ addon_id: addons[1]!.id, quantity: 1 }] })),
    );
    await Promise.all(clients.map((client) => client.end()));
    expect(new Set(placed.map((order) => order.id)).size).toBe(1);
    const { rows } = await database.owner.query<{ n: number }>('select count(*) as n from public.orders where idempotency_key = $1', [key]);
    expect(rows[0]!.n).toBe(1);
    expect(await refusal(placeAsVisitor({ key, billing: details, lines: [{ addon_id: addons[2]!.id, quantity: 1 }] }))).toMatchObject({
      hint: 'order.key_reused',
      code: 'PT409',
    });
  });

  it('numbers 500 parallel checkouts without gap or repeat, refused ones in between', async () => {
    const { rows: last } = await database.owner.query<{ last: number }>(
      'select last from private.order_counters order by year desc limit 1',
    );
    const clients = await Promise.all(Array.from({ length: 25 }, () => database.connect(null)));
    const numbers = (
      await Promise.all(
        clients.map(async (client) => {
          const made: string[] = [];
          for (let turn = 0; turn < 20; turn += 1) {
            if (turn % 5 === 0) await refusal(place(client, { lines: [] }));
            made.push((await place(client, { lines: [{ addon_id: addons[turn % 14]!.id, quantity: 1 }] })).order_number);
          }
          return made;
        }),
      )
    ).flat();
    await Promise.all(clients.map((client) => client.end()));
    const sequence = numbers.map((number) => Number(number.split('-')[2])).sort((a, b) => a - b);
    expect(sequence).toEqual(Array.from({ length: 500 }, (_, index) => last[0]!.last + 1 + index));
  });

  it('gives the order to who knows its number and the address', async () => {
    const details = billing();
    const placed = await placeAsVisitor({ billing: details, lines: [{ addon_id: addons[0]!.id, quantity: 1 }] });
    const find = (email: string) =>
      database.as(null, (client) =>
        client.query<{ found: { total_amount: number } | null }>('select public.order_by_number_and_email($1, $2) as found', [
          placed.order_number,
          email,
        ]),
      );
    expect((await find(details.email.toUpperCase())).rows[0]!.found?.total_amount).toBe(placed.total_amount);
    expect((await find('someone@else.test')).rows[0]!.found).toBeNull();
  });

  it('limits guesses of an email address, but not callers with the key or access to the order', async () => {
    const details = billing();
    const placed = await placeAsVisitor({ billing: details, lines: [{ addon_id: addons[0]!.id, quantity: 1 }] });
    const find = (email: string) =>
      database.as(null, (client) =>
        client.query<{ found: object | null }>('select public.order_by_number_and_email($1, $2) as found', [placed.order_number, email]),
      );
    for (let miss = 0; miss < 20; miss += 1) expect((await find(`guess${miss}@else.test`)).rows[0]!.found).toBeNull();
    expect((await refusal(find('guess20@else.test')))?.hint).toBe('order.too_many_proofs');
    expect((await refusal(find(details.email)))?.hint).toBe('order.too_many_proofs');
    const { rows } = await database.owner.query<{ idempotency_key: string; id: string }>(
      'select id, idempotency_key from public.orders where order_number = $1',
      [placed.order_number],
    );
    const { rows: seen } = await database.as(null, (client) =>
      client.query<{ seen: object | null }>('select public.read_payment($1, $2) as seen', [placed.order_number, rows[0]!.idempotency_key]),
    );
    expect(seen[0]!.seen).not.toBeNull();
    const documentOf = (caller: string) =>
      database.as(caller, (client) =>
        client.query<{ document: object | null }>('select public.order_document($1) as document', [rows[0]!.id]),
      );
    expect((await documentOf(superAdmin)).rows[0]!.document).toMatchObject({
      order_number: placed.order_number,
      vat_percent: 16,
      licences: [],
      tax: null,
    });
    expect((await documentOf('admin@lakeside.test')).rows[0]!.document).toBeNull();
  });
});
