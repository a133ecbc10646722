import type pg from 'pg';

export type Placed = { id: string; order_number: string; total_amount: number; net_amount: number; vat_amount: number; status: string };

let buyer = 0;
/** What a buyer enters; another address each time. */
export const billing = (more: Record<string, unknown> = {}) => ({
  firstName: 'Grace',
  lastName: 'Wanjiru',
  email: `buyer${(buyer += 1)}@school.test`,
  phone: '0712 345 678',
  institution: 'Baraka Secondary School',
  country: 'Kenya',
  ...more,
});

/** Places an order as the caller of the connection. */
export function place(
  client: pg.Client,
  order: { key?: string; billing?: unknown; method?: string; lines: unknown; expected?: number; language?: string },
) {
  return client
    .query<Placed>('select * from public.place_order($1, $2, $3, $4, $5, $6)', [
      order.key ?? crypto.randomUUID(),
      JSON.stringify(order.billing ?? billing()),
      order.method ?? 'bank',
      JSON.stringify(order.lines),
      order.expected ?? null,
      order.language ?? null,
    ])
    .then((answer) => answer.rows[0]!);
}
