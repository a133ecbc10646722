import { beforeAll, describe, expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
let order: { id: string; total: number };
let payment: string;

beforeAll(async () => {
  const {
    rows: [addon],
  } = await database.owner.query("select id from public.addons where name = 'Quick Fees'");
  const billing = { firstName: 'Ann', lastName: 'Were', email: 'ann@tax.test', phone: '0712345678', institution: 'Baraka' };
  const {
    rows: [placed],
  } = await database.as(null, (client) =>
    client.query("select id, total_amount from public.place_order(gen_random_uuid(), $1, 'bank', $2)", [
      JSON.stringify(billing),
      JSON.stringify([{ addon_id: addon.id, quantity: 2 }]),
    ]),
  );
  order = { id: placed.id, total: placed.total_amount };
  payment = (
    await database.asServer((client) =>
      client.query("select (public.record_payment($1, 'bank', $2, 'FT-TAX-1')).id", [order.id, order.total]),
    )
  ).rows[0].id;
});
const documents = async () =>
  (
    await database.owner.query(
      'select kind, number, amount, status, receipt_number from public.tax_documents where order_id = $1 order by number',
      [order.id],
    )
  ).rows;
const claim = async () =>
  (await database.asServer((client) => client.query('select public.claim_tax_documents() as due'))).rows[0].due as {
    id: string;
    kind: string;
    number: number;
    corrects: number | null;
    lines: unknown[];
  }[];
const again = () => database.owner.query('update public.tax_documents set next_try_at = now()');

describe('documents for the tax authority', () => {
  it('is an invoice per paid order and a credit note per refund, numbered without gaps', async () => {
    await database.as(superAdmin, (client) => client.query("select public.refund_payment($1, 'One too many', 1000)", [payment]));
    const {
      rows: [refund],
    } = await database.owner.query('select id from public.refunds');
    await database.as(superAdmin, (client) => client.query("select public.settle_refund($1, 'FT-BACK')", [refund.id]));
    expect(await documents()).toEqual([
      { kind: 'invoice', number: 1, amount: order.total, status: 'pending', receipt_number: null },
      { kind: 'credit_note', number: 2, amount: 1000, status: 'pending', receipt_number: null },
    ]);
  });

  it('is sent in order, waits for a person once refused, and keeps its signature', async () => {
    const [invoice, ...rest] = await claim();
    expect(rest).toEqual([]);
    expect(invoice).toMatchObject({ kind: 'invoice', number: 1, corrects: null, lines: [{ name: 'Quick Fees', quantity: 2 }] });
    expect(await claim()).toEqual([]);
    const server = (sql: string) => database.asServer((client) => client.query(sql, [invoice?.id]));
    await server("select public.fail_tax_document($1, 'no answer', false)");
    await again();
    expect(await claim()).toHaveLength(1);
    await server("select public.fail_tax_document($1, 'refused: 910', true)");
    await again();
    expect(await claim()).toEqual([]);
    await database.as(superAdmin, (client) => client.query('select public.retry_tax_document($1)', [invoice?.id]));
    await claim();
    await server("select public.sign_tax_document($1, 'KRACU01', '17', 'SIGN', 'DATA', now())");
    await server("select public.fail_tax_document($1, 'late', true)");
    await again();
    expect(await claim()).toMatchObject([{ kind: 'credit_note', number: 2, corrects: 1 }]);
    expect((await documents())[0]).toMatchObject({ status: 'signed', receipt_number: '17' });
  });
});
