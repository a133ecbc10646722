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
  rate_order: (number: string, email: string) => [`nullif(public.rate_order($1, $2, 5), false)`, number, email],
} as const;

async function ask(door: keyof typeof doors, number: string, email: string): Promise<unknown> {
  const [call, ...values] = doors[door](number, email);
  const { rows } = await database.as(null, (client) => client.query<{ found: unknown }>(`select ${call} as found`, values));
  return rows[0]?.found ?? null;
}

describe('guessing the buyer of an order', () => {
  it.each([
    ['a known number', () => orders[0]!.order_number],
    ['an unknown number', () => 'ORD-1999-999'],
  ])('is refused alike through every door and ends after twenty misses: %s', async (_name, number) => {
    const names = Object.keys(doors) as (keyof typeof doors)[];
    for (let n = 0; n < 20; n += 1) expect(await ask(names[n % names.length]!, number(), `guess${n}@school.test`)).toBeNull();
    for (const door of names) expect((await refusal(ask(door, number(), 'one.more@school.test')))?.hint).toBe('request.too_many');
  });

  it('leaves the buyer of another order alone', async () => {
    const { order_number: number, customer_email: email } = orders[1]!;
    for (let n = 0; n < 5; n += 1) await ask('rate_order', number, `guess${n}@school.test`);
    expect(await ask('rate_order', number.toLowerCase(), email.toUpperCase())).toBe(true);
    expect(await ask('order_by_number_and_email', number, email)).toMatchObject({ order_number: number });
  });
});
