import { z } from 'zod';
import { openPaymentShop, type Order, type PaymentShop } from './paymentShop.ts';

type Purchase = Order & { method: 'mpesa' | 'card'; attemptKey: string; phone: string };
export type CrashResult = {
  rounds: number;
  /** Successful charges in the payment providers' records. */
  charges: number;
  /** Orders paid by exactly one charge. */
  paidOnce: number;
  /** Orders without a charge, because the kill came before the provider accepted the request; their buyers are asked to pay again. */
  unsent: number;
  /** Descriptions of every mismatch; empty when each charge matches one paid order with its licences. */
  faults: string[];
};

const startedSchema = z.looseObject({ attempt: z.looseObject({ redirect_url: z.string().nullable() }).nullable() });
const phoneSchema = z.array(z.object({ reference: z.string(), receipt: z.string().nullable(), amount: z.number() }));
const cardSchema = z.array(z.object({ reference: z.string(), status: z.string() }));
const maxKillDelayMs = 1_900;
const ordersPerRound = 3;
const settleTimeoutMs = 150_000;

/** Pays an order as the checkout page does: by card on the hosted page, or by M-Pesa on a simulated phone that confirms by itself. */
async function pay(shop: PaymentShop, bought: Purchase): Promise<void> {
  const state = startedSchema.parse(await shop.pay(bought, bought.method, bought.attemptKey, bought.phone));
  if (bought.method === 'card' && state.attempt?.redirect_url)
    await shop.page(new URL(state.attempt.redirect_url).pathname.replace('/_local', ''), { way: 'now' });
}

async function findFaults(shop: PaymentShop): Promise<CrashResult & { isSettled: boolean }> {
  const prompts = phoneSchema.parse(await (await shop.page('/phone.json')).json());
  const phones = prompts.filter(({ receipt }) => receipt !== null);
  const cards = cardSchema.parse(await (await shop.page('/card.json')).json()).filter(({ status }) => status === 'success');
  const rows = await shop.query<{
    reference: string;
    merchants: string[];
    paid: boolean;
    accepted: boolean;
    receipts: string[];
    payments: number;
    licences: number;
    lines: number;
    mails: number;
  }>(`
    select o.payment_reference as reference, o.paid_at is not null as paid,
      (select coalesce(array_agg(a.merchant_reference), '{}') from public.payment_attempts a where a.order_id = o.id) as merchants,
      exists (select from public.payment_attempts a where a.order_id = o.id and a.provider_reference is not null) as accepted,
      (select coalesce(array_agg(p.receipt), '{}') from public.payments p where p.order_id = o.id) as receipts,
      (select count(*)::int from public.payments p where p.order_id = o.id) as payments, (select count(*)::int from public.licences l where l.order_id = o.id) as licences,
      (select count(*)::int from public.order_items i where i.order_id = o.id) as lines,
      (select count(*)::int from public.mail_outbox m where m.template = 'order-receipt' and m.data ->> 'order_id' = o.id::text) as mails
    from public.orders o`);
  const faults: string[] = [];
  const countCharges = (row: (typeof rows)[number]) =>
    phones.filter(({ reference }) => reference === row.reference).length +
    cards.filter(({ reference }) => row.merchants.includes(reference)).length;
  for (const row of rows) {
    const charges = countCharges(row);
    if (charges > 1) faults.push(`${row.reference} was charged ${charges} times`);
    if (charges !== row.payments) faults.push(`${row.reference} has ${charges} charges and ${row.payments} payments`);
    if (row.paid !== charges > 0) faults.push(`${row.reference} has ${charges} charges and is ${row.paid ? '' : 'not '}paid`);
    if (row.paid && (row.licences !== row.lines || row.mails !== 1))
      faults.push(`${row.reference} has ${row.licences} licences for ${row.lines} lines and ${row.mails} receipts`);
  }
  const receipts = new Set(rows.flatMap((row) => row.receipts));
  faults.push(
    ...phones.filter(({ receipt }) => !receipts.has(receipt ?? '')).map(({ receipt }) => `charge ${receipt} belongs to no order`),
  );
  const charges = phones.length + cards.length;
  return {
    rounds: 0,
    charges,
    paidOnce: rows.filter((row) => row.paid && countCharges(row) === 1).length,
    unsent: rows.filter((row) => !row.accepted && countCharges(row) === 0 && !prompts.some(({ reference }) => reference === row.reference))
      .length,
    faults,
    isSettled: faults.length === 0,
  };
}

/**
 * Kills the server with SIGKILL at random moments around the provider's response and the order update, restarts it, and compares
 * the providers' records with the orders once reconciliation has finished.
 */
export async function crashRounds({ rounds, log }: { rounds: number; log: (line: string) => void }): Promise<CrashResult> {
  const shop = await openPaymentShop((line) => log(line));
  let phone = 254_799_002_000;
  const retries: Purchase[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      // A page that got no response retries with the same attempt key.
      await Promise.all(retries.splice(0).map((bought) => pay(shop, bought).catch(() => retries.push(bought))));
      const orders: Purchase[] = [];
      for (let turn = 0; turn < ordersPerRound; turn += 1) {
        const method = turn === ordersPerRound - 1 ? 'card' : 'mpesa';
        orders.push({ ...(await shop.order(method)), method, attemptKey: crypto.randomUUID(), phone: String((phone += 1)) });
      }
      const paying = orders.map((bought) => pay(shop, bought).catch(() => retries.push(bought)));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * maxKillDelayMs));
      await shop.kill();
      await Promise.all(paying);
      await shop.start();
      if (round % 10 === 0 || round === rounds) log(`${round} of ${rounds} kills`);
    }
    await Promise.all(retries.splice(0).map((bought) => pay(shop, bought)));
    const until = Date.now() + settleTimeoutMs;
    let result = await findFaults(shop);
    // A phone that has not confirmed yet is no fault, but its charge is still to come.
    while ((!result.isSettled || result.charges + result.unsent < rounds * ordersPerRound) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      result = await findFaults(shop);
    }
    return { ...result, rounds };
  } finally {
    await shop.close();
  }
}
