import { expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const call = async (expression: string, values: unknown[]) =>
  (await database.as(null, (client) => client.query<{ value: unknown }>(`select ${expression} as value`, values))).rows[0]!.value;
const orderOf = async (status: string) =>
  (
    await database.owner.query<{ number: string; key: string; email: string }>(
      `select order_number as number, idempotency_key as key, customer_email as email from public.orders
       where status = $1 and id not in (select order_id from public.order_ratings) order by order_number limit 1`,
      [status],
    )
  ).rows[0]!;

it('a buyer rates a completed order with its key or their address, and changes the rating', async () => {
  const { number, key, email } = await orderOf('completed');
  const rating = async () => ((await call('public.order_by_number_and_email($1, null, $2)', [number, key])) as { rating: unknown }).rating;
  expect(await rating()).toBeNull();
  expect(await call('public.rate_order($1, 4, order_key => $2)', [number, key])).toBe(true);
  expect(await rating()).toBe(4);
  expect(await call("public.rate_order($1, 2, $2, comment => ' Slow ')", [number, email])).toBe(true);
  expect(await rating()).toBe(2);
  expect(await call('public.rate_order($1, 5, order_key => gen_random_uuid())', [number])).toBe(false);
  for (const stars of [0, 6, null])
    expect((await refusal(call('public.rate_order($1, $2, order_key => $3)', [number, stars, key])))?.hint).toBe('rating.out_of_range');
  expect(await rating()).toBe(2);
});

it('an order that is not complete is not rated yet', async () => {
  const { number, key } = await orderOf('pending');
  expect((await refusal(call('public.rate_order($1, 5, order_key => $2)', [number, key])))?.hint).toBe('rating.not_completed');
});
