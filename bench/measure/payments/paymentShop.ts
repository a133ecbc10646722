import { fork, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from '@masomo/local/database/connections';
import { z } from 'zod';
import { freePort } from '@masomo/local/host/freePort';
import { startSimulators } from '@masomo/local/simulators/startSimulators';

const serverProgram = path.join(import.meta.dirname, 'server.ts');
const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), publishableKey: z.string(), databaseUrl: z.string() }),
  z.object({ type: z.literal('usage'), eventLoop: z.number(), cpuMs: z.number() }),
  z.object({ type: z.literal('log'), line: z.string() }),
]);
type ServerMessage = z.infer<typeof serverMessageSchema>;
export type Order = { number: string; key: string };
export type PaymentShop = Awaited<ReturnType<typeof openPaymentShop>>;

/** Starts the server in a separate process that can be killed, and simulated payment providers that survive it. */
export async function openPaymentShop(log: (line: string) => void) {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-checkouts-'));
  // When root runs it, the database would otherwise be created elsewhere and not be deleted.
  await chmod(folder, 0o755);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const providers = await startSimulators({ folder: path.join(folder, 'providers'), origin, secret: 'measured' });
  let child: ChildProcess | undefined;
  let publishableKey = '';
  let databaseUrl = '';

  function nextMessage<T extends ServerMessage['type']>(from: ChildProcess, type: T): Promise<Extract<ServerMessage, { type: T }>> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('The server exited.'));
      const onMessage = (message: unknown) => {
        const parsed = serverMessageSchema.parse(message);
        if (parsed.type === 'log') return log(parsed.line);
        if (parsed.type !== type) return undefined;
        from.off('message', onMessage);
        from.off('exit', onExit);
        // Narrowed by the comparison above, which TypeScript cannot see through the generic.
        return resolve(parsed as Extract<ServerMessage, { type: T }>);
      };
      from.on('message', onMessage);
      from.once('exit', onExit);
    });
  }
  async function start(): Promise<void> {
    child = fork(serverProgram, {
      env: { ...process.env, ...providers.settings, PORT: String(port), DATA_DIR: path.join(folder, 'data') },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.resume();
    ({ publishableKey, databaseUrl } = await nextMessage(child, 'ready'));
  }
  async function end(signal: 'SIGKILL' | 'stop'): Promise<void> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    if (signal === 'stop') running.send('stop');
    else running.kill('SIGKILL');
    await exited;
  }
  async function post(pathname: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await fetch(`${origin}${pathname}`, {
      method: 'POST',
      headers: { apikey: publishableKey, authorization: `Bearer ${publishableKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${pathname} responded with ${response.status}: ${await response.text()}`);
    return response.json();
  }
  async function query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    return withClient(databaseUrl, async (client) => (await client.query<T>(sql, values)).rows);
  }

  await start();
  await query(`update public.settings set value = value || '{"methods": ["mpesa", "card", "bank"]}' where key = 'payments'`);
  // All buyers come from one network here.
  await query(
    `update public.settings set value = value || '{"networkOrdersHourly": 1000000, "networkDaily": 1000000}' where key = 'mail_budget'`,
  );
  await query('update public.addons set is_ready = true');
  // Shortly after its first start the functions register the payment providers they are configured for.
  while ((await query('select from private.payment_providers')).length < 2) await new Promise((resolve) => setTimeout(resolve, 100));
  const [addon] = await query<{ id: string }>('select id from public.addons where is_active order by price limit 1');
  let addresses = 0;
  // Each payment has an address of its own, for those of one network are limited.
  const nextAddress = () => [10, addresses >> 16, (addresses >> 8) & 255, addresses++ & 255].join('.');
  return {
    start,
    query,
    folder,
    origin,
    kill: () => end('SIGKILL'),
    pid: () => child?.pid ?? 0,
    async usage() {
      if (!child) throw new Error('The server is not running.');
      const usage = nextMessage(child, 'usage');
      child.send('usage');
      return usage;
    },
    async order(method: 'mpesa' | 'card'): Promise<Order> {
      const key = crypto.randomUUID();
      const billing = { firstName: 'Ann', lastName: 'Were', email: `${key}@school.test`, phone: '0712345678', institution: 'Baraka' };
      const [row] = z.array(z.object({ order_number: z.string() })).parse(
        await post('/rest/v1/rpc/place_order', {
          idempotency_key: key,
          billing,
          payment_method: method,
          lines: [{ addon_id: addon?.id, quantity: 1 }],
        }),
      );
      return { key, number: row?.order_number ?? '' };
    },
    pay: ({ number, key }: Order, method: 'mpesa' | 'card', attemptKey: string, phone: string) =>
      post(
        '/functions/v1/payment-start',
        { orderNumber: number, orderKey: key, method, attemptKey, phone },
        { 'x-forwarded-for': nextAddress() },
      ),
    read: ({ number, key }: Order) => post('/rest/v1/rpc/read_payment', { order_number: number, order_key: key }),
    async close(): Promise<void> {
      await end('stop');
      await providers.stop();
      await rm(folder, { recursive: true, force: true });
    },
    /** Requests a page of the simulated providers. */
    async page(pathname: string, form?: Record<string, string>): Promise<Response> {
      const devTool = providers.devTools.find(({ path: name }) => pathname.startsWith(`/${name}`));
      if (!devTool) throw new Error(`There is no page ${pathname}.`);
      return devTool.routes.request(pathname, form ? { method: 'POST', body: new URLSearchParams(form) } : {});
    },
  };
}
