import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const lines = (quantity: number) => JSON.stringify([{ addonId: 'qr', name: 'QR', quantity, seenPrice: 3999 }]);
type Kept = { version: number; kept_lines: { quantity: number }[]; is_saved: boolean };
const save = (client: pg.Client, sent: string, version: number) =>
  client.query<Kept>('select * from public.save_cart($1, $2)', [sent, version]).then(({ rows }) => rows[0]!);
const asAdmin = <T>(work: (client: pg.Client) => Promise<T>) => database.as('admin@greenfield.test', work);

describe('a saved cart', () => {
  it('is changed only by a device that saw the last change', async () => {
    expect(await asAdmin((client) => save(client, lines(1), 3))).toEqual({ version: 0, kept_lines: [], is_saved: false });
    expect(await asAdmin((client) => save(client, lines(1), 0))).toMatchObject({ version: 1, is_saved: true });
    expect(await asAdmin((client) => save(client, lines(2), 0))).toMatchObject({
      version: 1,
      kept_lines: [{ quantity: 1 }],
      is_saved: false,
    });
    expect(await asAdmin((client) => save(client, lines(2), 1))).toMatchObject({
      version: 2,
      kept_lines: [{ quantity: 2 }],
      is_saved: true,
    });
    expect(await asAdmin((client) => save(client, '[]', 2))).toEqual({ version: 3, kept_lines: [], is_saved: true });
  });

  it('takes one of many changes made at the same moment', async () => {
    const { version } = await asAdmin((client) => save(client, lines(1), 3));
    const clients = await Promise.all(Array.from({ length: 6 }, () => database.connect('admin@greenfield.test')));
    const answers = await Promise.all(clients.map((client, at) => save(client, lines(at + 1), version)));
    await Promise.all(clients.map((client) => client.end()));
    expect(answers.filter((answer) => answer.is_saved)).toHaveLength(1);
  });

  it('is visible to its owner only, and requires a session', async () => {
    await database.as('teacher@greenfield.test', (client) => save(client, lines(4), 0));
    const seen = await asAdmin((client) => client.query('select lines from public.saved_carts'));
    expect(seen.rows).toHaveLength(1);
    expect((await refusal(database.as(null, (client) => client.query("select public.save_cart('[]', 0)"))))?.code).toBe('42501');
    expect((await refusal(asAdmin((client) => client.query("update public.saved_carts set lines = '[]'"))))?.code).toBe('42501');
  });

  it.each([
    'null',
    '{}',
    '[1]',
    '[{"addonId": "qr"}]',
    lines(0),
    lines(1000),
    `[${'{"addonId":"a","name":"n","quantity":1,"seenPrice":1},'.repeat(200)}{"addonId":"a","name":"n","quantity":1,"seenPrice":1}]`,
  ])('refuses what is no cart: %.40s', async (sent) => {
    expect((await refusal(asAdmin((client) => save(client, sent, 1))))?.hint).toBe('cart.invalid_lines');
  });
});
