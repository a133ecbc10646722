import type { Backend } from '@masomo/gateway/backend';
import { startTestProduct } from '@masomo/gateway/testGateway';
import { startLocalBackend } from '../backend/startLocalBackend.ts';
import { testInstallation, testPassword } from '../backend/testInstallation.ts';
import { openPool } from '../database/connections.ts';
import { testedRuntime } from '../functions/testedRuntime.ts';
import { freePort } from '../host/freePort.ts';

type Row = Record<string, unknown>;
export type TestOrder = { number: string; key: string; id: string; total: number };
export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** A backend with simulated payment providers behind the gateway, on a real port, where their callbacks arrive. */
export async function openTestShop({ hasDemo = false } = {}) {
  const installation = await testInstallation({ hasDemo });
  const lines: string[] = [];
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const local = await startLocalBackend({
    dataDir: installation.dataDir,
    functionsRuntime: testedRuntime,
    origin,
    shouldLoadDemo: hasDemo,
    demoPassword: testPassword,
    environment: {},
    log: (line) => void lines.push(line),
    onFatal: (reason) => void lines.push(`fatal: ${reason}`),
  });
  const reports: string[] = [];
  const backend: Backend = {
    ...local.backend,
    async functions(request) {
      const response = await local.backend.functions(request);
      const [, reporter] = /\/(payment-callback|card-webhook)\b/.exec(request.url) ?? [];
      if (reporter) reports.push(`${reporter} ${response.status}`);
      return response;
    },
  };
  const { gateway, end } = await startTestProduct({ backend, origin, publishableKey: local.publishableKey });
  const listening = await gateway.serve({ port });
  const { publishableKey, secretKey, databaseUrl } = local;
  const database = openPool({ connectionString: databaseUrl, max: 2 });
  const rows = async (sql: string, values: unknown[] = []): Promise<Row[]> => (await database.query<Row>(sql, values)).rows;

  await rows(`update public.settings set value = value || '{"methods": ["mpesa", "card", "bank"]}' where key = 'payments'`);
  await rows('update public.addons set is_ready = true');
  // An order by one of them is refused until the functions have reported which providers they have.
  while ((await rows('select from private.payment_providers')).length < 2) await new Promise((resolve) => setTimeout(resolve, 100));

  async function post(name: string, body: object): Promise<{ status: number; body: Row & { attempt?: Row } }> {
    const response = await fetch(`${origin}/functions/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Row & { attempt?: Row } };
  }
  const proof = ({ number, key }: TestOrder) => ({ orderNumber: number, orderKey: key });
  return {
    origin,
    dataDir: installation.dataDir,
    lines,
    /** The providers' reports that came through the gateway, with the status they were answered with. */
    reports,
    rows,
    post,
    proof,
    publishableKey,
    secretKey,
    async newOrder(): Promise<TestOrder> {
      const key = crypto.randomUUID();
      const [addon] = await rows('select id from public.addons where is_active and feature is not null order by price, name limit 1');
      const billing = { firstName: 'Ann', lastName: 'Were', email: `${key}@school.test`, phone: '0712345678', institution: 'Baraka' };
      const [order] = await rows("select id, order_number, total_amount::int from public.place_order($1, $2, 'mpesa', $3)", [
        key,
        JSON.stringify(billing),
        JSON.stringify([{ addon_id: addon?.['id'], quantity: 1 }]),
      ]);
      return { key, id: String(order?.['id']), number: String(order?.['order_number']), total: Number(order?.['total_amount']) };
    },
    start: (order: TestOrder, more: object) => post('payment-start', { ...proof(order), attemptKey: crypto.randomUUID(), ...more }),
    stateOf: async ({ id }: TestOrder) =>
      (
        await rows(
          `select o.status::text, o.paid_at is not null as paid, (select count(*)::int from public.licences l where l.order_id = o.id and l.revoked_at is null) as licences,
      (select count(*)::int from public.payments p where p.order_id = o.id and p.state = 'received') as payments from public.orders o where o.id = $1`,
          [id],
        )
      )[0],
    attemptOf: async ({ id }: TestOrder) =>
      (
        await rows('select status::text, failure from public.payment_attempts where order_id = $1 order by created_at desc limit 1', [id])
      )[0],
    phone: async () => (await (await fetch(`${origin}/_local/phone.json`)).json()) as { checkoutId: string; phone: string }[],
    answerPhone: async (checkoutId: string | undefined, answer: string) =>
      fetch(`${origin}/_local/phone/${checkoutId}`, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' }),
    async close(): Promise<void> {
      await database.end();
      await listening.close();
      await end();
      await local.stop();
      installation.remove();
    },
  };
}
