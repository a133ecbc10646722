import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

/** Buyers without an account prove an order theirs by number and address: every door counts the same misses. */
const database = useDatabase();
let orders: { order_number: string; customer_email: string }[];

beforeAll(async () => {
  orders = (
    await database.owner.query<{ order_number: string; customer_email: string }>(
      'select order_number, customer_email from public.orders order by order_number limit 3',
    )
  ).rows;
});

const doors = {
  order_by_number_and_email: (number: string, email: string) => [`public.order_by_number_and_email($1, $2)`, number, email],
  read_payment: (number: string, email: string) => [`public.read_payment($1, null, $2)`, number, email],
  cancel_payment: (number: string, email: string) => [`public.cancel_payment($1, null, $2)`, number, email],
  rate_order: (number: string, email: string) => [`nullif(public.rate_order($1, 5, $2), false)`, number, email],
} as const;

async function ask(door: keyof typeof doors, number: string, email: string): Promise<unknown> {
  const [call, ...values] = doors[door](number, email);
  const { rows } = await database.as(null, (client) => client.query<{ found: unknown }>(`select ${call} as found`, values));
  return rows[0]?.found ?? null;
}

describe('the papers of an order', () => {
  type Papers = {
    is_proven: boolean;
    licences: { licence_key: string }[];
    payments: unknown[];
    customer_phone: string;
    order_key?: string;
  };
  const read = async (number: string, email: string | null, key: string | null) =>
    (
      await database.as(null, (client) =>
        client.query<{ found: Papers | null }>('select public.order_by_number_and_email($1, $2, $3) as found', [number, email, key]),
      )
    ).rows[0]!.found;

  it('come with its key alone; number and address show how far it is', async () => {
    const [paid] = (
      await database.owner.query<{ order_number: string; customer_email: string; idempotency_key: string }>(
        'select o.order_number, o.customer_email, o.idempotency_key from public.orders o where exists (select from public.licences l where l.order_id = o.id) order by o.order_number desc limit 1',
      )
    ).rows;
    const { order_number: number, customer_email: email, idempotency_key: key } = paid!;
    const seen = await read(number, email, null);
    expect(seen).toMatchObject({ is_proven: false, licences: [], payments: [], customer_phone: '' });
    expect(await read(number, email, crypto.randomUUID())).toMatchObject({ is_proven: false, licences: [] });
    const whole = await read(number, null, key);
    expect(whole).toMatchObject({ is_proven: true, order_number: number });
    expect(whole!.licences.length).toBeGreaterThan(0);
    for (const document of [seen, whole]) expect(document).not.toHaveProperty('order_key');
    expect(await read(number, null, crypto.randomUUID())).toBeNull();
  });
});

describe('guessing the buyer of an order', () => {
  it.each([
    ['a known number', () => orders[0]!.order_number],
    ['an unknown number', () => 'ORD-1999-999'],
  ])('is refused alike through every door and ends after twenty misses: %s', async (_name, number) => {
    const names = Object.keys(doors) as (keyof typeof doors)[];
    for (let n = 0; n < 20; n += 1) expect(await ask(names[n % names.length]!, number(), `guess${n}@school.test`)).toBeNull();
    for (const door of names) expect((await refusal(ask(door, number(), 'one.more@school.test')))?.hint).toBe('order.too_many_proofs');
  });

  it('leaves the buyer of another order alone', async () => {
    const { order_number: number, customer_email: email } = orders[1]!;
    for (let n = 0; n < 5; n += 1) await ask('rate_order', number, `guess${n}@school.test`);
    expect(await ask('rate_order', number.toLowerCase(), email.toUpperCase())).toBe(true);
    expect(await ask('order_by_number_and_email', number, email)).toMatchObject({ order_number: number });
  });
});
