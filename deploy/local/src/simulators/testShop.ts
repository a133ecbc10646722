import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { startLocalBackend, type LocalBackend } from '../backend/startLocalBackend.ts';
import { openPool } from '../database/connections.ts';
import { testedRuntime } from '../functions/testedRuntime.ts';

type Row = Record<string, unknown>;
export type TestOrder = { number: string; key: string; id: string; total: number };
export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** A backend with simulated payment providers on a real port, which callbacks need. */
export async function openTestShop() {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-payments-'));
  const lines: string[] = [];
  const running: { local?: LocalBackend } = {};
  const server = createServer(
    getRequestListener((request) => {
      const isFunction = new URL(request.url).pathname.startsWith('/functions/');
      return (
        (isFunction ? running.local?.backend.functions(request) : running.local?.backend.local?.(request)) ??
        new Response(null, { status: 404 })
      );
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const local = await startLocalBackend({
    dataDir: folder,
    functionsRuntime: testedRuntime,
    origin,
    shouldLoadDemo: false,
    demoPassword: 'unused-password',
    environment: {},
    log: (line) => void lines.push(line),
    onFatal: (reason) => void lines.push(`fatal: ${reason}`),
  });
  running.local = local;
  const { backend, publishableKey, secretKey, databaseUrl } = local;
  const database = openPool({ connectionString: databaseUrl, max: 2 });
  const rows = async (sql: string, values: unknown[] = []): Promise<Row[]> => (await database.query<Row>(sql, values)).rows;

  await rows(`update public.settings set value = value || '{"methods": ["mpesa", "card", "bank"]}' where key = 'payments'`);
  await rows('update public.addons set is_ready = true');

  async function post(name: string, body: object): Promise<{ status: number; body: Row & { attempt?: Row } }> {
    const response = await backend.functions(
      new Request(`${origin}/functions/v1/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return { status: response.status, body: await response.json() };
  }
  const proof = ({ number, key }: TestOrder) => ({ orderNumber: number, orderKey: key });
  return {
    origin,
    folder,
    lines,
    rows,
    post,
    proof,
    secretKey,
    async newOrder(): Promise<TestOrder> {
      const key = crypto.randomUUID();
      const [addon] = await rows("select id from public.addons where name = 'Quick Fees'");
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
      await local.stop();
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
