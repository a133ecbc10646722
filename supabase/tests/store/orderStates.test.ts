import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusal, superAdmin } from '../database.ts';
import { newAttempt, receipt, usePaymentsDatabase } from './paymentFixtures.ts';

const { database } = usePaymentsDatabase();
type Row = Record<string, unknown>;

const one = async (sql: string, values: unknown[]) => (await database.owner.query<Row>(sql, values)).rows[0] ?? {};
const asManager = (sql: string, values: unknown[]) => database.as(superAdmin, (client) => client.query<Row>(sql, values));

it('is complete only with a payment, whatever is done to an order, and buyer, manager and mail say the same', async () => {
  const status = fc.constantFrom('pending', 'processing', 'completed', 'cancelled');
  const move = fc.oneof(
    status.map((next) => (id: string) => asManager('select public.set_order_status($1, $2)', [id, next])),
    status.map((next) => (id: string) => asManager('select public.set_order_statuses(array[$1::uuid], $2)', [id, next])),
    fc.constant((id: string) => asManager("select public.reopen_order($1, 'By mistake')", [id])),
    fc.constant((id: string) => asManager("select public.complete_paid_order($1, 'bank', $2)", [id, receipt()])),
    fc
      .integer({ min: 1, max: 9_000 })
      .map(
        (amount) => (id: string) =>
          database.asServer((client) => client.query("select public.record_payment($1, 'bank', $2, $3)", [id, amount, receipt()])),
      ),
    fc.constant(async (id: string) => {
      const payment = (await one('select id from public.payments where order_id = $1 order by refunded_amount limit 1', [id]))['id'];
      await asManager("select public.settle_refund((public.refund_payment($1, 'Twice')).id, 'FT')", [payment]);
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 8 }), async (moves) => {
      const { order: id, number, key } = await newAttempt(database.owner);
      for (const take of moves) {
        await refusal(take(id));
        const seen = await one(
          `select o.status::text, o.paid_at is not null as is_paid, o.paid_at, o.refunded_amount,
            (select coalesce(sum(p.amount - p.refunded_amount), 0) from public.payments p where p.order_id = o.id and p.state = 'received') > 0 as has_payment,
            exists (select from public.licences l where l.order_id = o.id and l.revoked_at is null) as has_licence,
            exists (select from public.mail_outbox m where m.template = 'order-receipt' and m.data ->> 'order_id' = o.id::text) as has_receipt
          from public.orders o where o.id = $1`,
          [id],
        );
        if (seen['status'] === 'completed')
          expect(seen).toMatchObject({ is_paid: true, has_payment: true, has_licence: true, has_receipt: true });
        if (seen['is_paid'] === false) expect(seen['has_licence']).toBe(false);
        const { rows: listed } = await asManager('select status::text, paid_at, refunded_amount from public.list_orders(search => $1)', [
          number,
        ]);
        const shown = { status: seen['status'], paid_at: seen['paid_at'], refunded_amount: seen['refunded_amount'] };
        expect(listed).toEqual([shown]);
        const { document, payment } = await one(
          'select public.order_by_number_and_email($1, $2) as document, public.read_payment($1, $3) as payment',
          [number, `${key}@school.test`, key],
        );
        const asShown = ({ status: state, order_status: orderStatus, paid_at: paidAt, refunded_amount: refunded }: Row) => ({
          status: state ?? orderStatus,
          paid_at: typeof paidAt === 'string' ? new Date(paidAt) : null,
          refunded_amount: refunded,
        });
        expect(asShown(document as Row)).toEqual(shown);
        expect(asShown(payment as Row)).toEqual(shown);
      }
    }),
    { numRuns: 30 },
  );
});

it('no mail about a cancelled order asks for its payment once more', async () => {
  const billing = { firstName: 'Ann', lastName: 'Were', email: 'ann@school.test', phone: '0712345678', institution: 'Baraka' };
  const { id, order_number: number } = await one(
    `select id, order_number from public.place_order(gen_random_uuid(), $1, 'bank', (select jsonb_build_array(jsonb_build_object('addon_id', a.id, 'quantity', 1)) from public.addons a where a.name = 'Quick Fees'))`,
    [JSON.stringify(billing)],
  );
  const sendAgain = () => asManager('select public.resend_order_mail($1)', [id]);
  await sendAgain();
  await asManager("select public.set_order_status($1, 'cancelled')", [id]);
  expect(await refusal(sendAgain())).toMatchObject({
    hint: 'order.cancelled',
    message: `Order ${number} is cancelled, and its last email says otherwise. Reopen the order to send it.`,
  });
  await asManager("select public.reopen_order($1, 'Wanted after all', 'pending')", [id]);
  await sendAgain();
  const again = await one(
    "select count(*)::integer from public.mail_outbox where data ->> 'order_id' = $1 and template = 'order-proforma'",
    [id],
  );
  expect(again).toEqual({ count: 3 });
});

it('a refund in full says in its mail that the order is cancelled, one in part does not', async () => {
  const { order: id, total } = await newAttempt(database.owner);
  await asManager("select public.complete_paid_order($1, 'bank', $2)", [id, receipt()]);
  const { id: payment } = await one('select id from public.payments where order_id = $1', [id]);
  const payBack = (amount: number) =>
    asManager("select public.settle_refund((public.refund_payment($1, 'Not needed', $2)).id, 'FT')", [payment, amount]);
  await payBack(100);
  await payBack(total - 100);
  const { rows } = await database.owner.query(
    "select (data ->> 'refund_amount')::integer as amount, (data ->> 'is_cancelled')::boolean as is_cancelled from public.mail_outbox where template = 'order-refund' and data ->> 'order_id' = $1 order by (data ->> 'refund_amount')::integer",
    [id],
  );
  expect(rows).toEqual([
    { amount: 100, is_cancelled: false },
    { amount: total - 100, is_cancelled: true },
  ]);
  expect(await one('select status::text from public.orders where id = $1', [id])).toEqual({ status: 'cancelled' });
});
