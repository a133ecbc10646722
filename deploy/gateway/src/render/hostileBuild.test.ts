import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRenderer, type Renderer } from './startRenderer.ts';

let folder: string;
let renderer: Renderer;
let server: Server;
let connections = 0;
const requests: Request[] = [];
const port = () => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-hostile-'));
  await writeFile(path.join(folder, 'signing.key'), 'the signing key');
  process.env['SECRET_OF_THE_GATEWAY'] = 'the environment';
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  renderer = startRenderer(async (request) => {
    requests.push(request);
    return Response.json([{ name: 'Basic' }]);
  }, 'key');
});
afterAll(async () => {
  delete process.env['SECRET_OF_THE_GATEWAY'];
  await renderer.stop();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

let builds = 0;
/** Renders with a build whose `render` has this body. */
async function render(body: string, { app = `mfe-${(builds += 1)}`, before = '' } = {}): Promise<unknown> {
  const file = path.join(folder, `${app}.cjs`);
  await writeFile(file, `${before}\nexports.render = async (url, db) => { ${body} };`);
  // Visitors do not wait for a build to load, so a busy machine must have loaded it before.
  await renderer.run({ app, file, call: 'load' }).catch(() => undefined);
  return renderer.run({ app, file, call: 'render', url: 'http://localhost/' });
}

/** Ways for code to get hold of a built-in module. */
const waysToModules: Readonly<Record<string, (name: string) => string>> = {
  require: (name) => `require('${name}')`,
  'the process': (name) => `process.getBuiltinModule('${name}')`,
  'import()': (name) => `await import('${name}')`,
  'the module': (name) => `module.constructor._load('${name}')`,
  'code from a string': (name) => `await (new Function('return import("${name}")'))()`,
  'the constructor of a function': (name) => `(async () => {}).constructor('return process.getBuiltinModule("${name}")')()`,
  bindings: () => `process.binding('tcp_wrap')`,
  // The last one, as it changes all emitters of its process.
  'an emitter that sees the real process': (name) => `await new Promise((resolve, reject) => {
    const emitters = require('events').prototype;
    const emit = emitters.emit;
    emitters.emit = function (...values) { try { resolve(this.getBuiltinModule('${name}')); } catch (error) { reject(error); } return emit.apply(this, values); };
    db.from('plans').select('name').then(() => reject(new Error('not seen')));
  })`,
};
const wait = 'await new Promise((resolve) => setTimeout(resolve, 20));';

/** What a hostile build tries, by name. Each attempt throws, or returns what it got. */
function attempts(): Record<string, string> {
  const key = JSON.stringify(path.join(folder, 'signing.key'));
  const written = JSON.stringify(path.join(folder, 'written'));
  const byModules = Object.entries(waysToModules).flatMap(([way, code]) => [
    [`a file is read by ${way}`, `return (${code('fs')}).readFileSync(${key}, 'utf8')`],
    [`a file is written by ${way}`, `return (${code('fs')}).writeFileSync(${written}, 'x')`],
    [`a socket is opened by ${way}`, `(${code('net')}).connect(${port()}, '127.0.0.1').on('error', () => {}); ${wait}`],
    [`a process is started by ${way}`, `(${code('child_process')}).spawn('/usr/bin/touch', [${written}]); ${wait}`],
  ]);
  return {
    'the network is reached by fetch': `await fetch('http://127.0.0.1:${port()}/')`,
    'the network is reached by a WebSocket': `new WebSocket('ws://127.0.0.1:${port()}/'); ${wait}`,
    'the network is reached by the agent of fetch': `new Request('http://localhost/');
      for (const symbol of Object.getOwnPropertySymbols(globalThis)) await globalThis[symbol]?.request?.({ origin: 'http://127.0.0.1:${port()}', path: '/', method: 'GET' });
      throw new Error('none');`,
    'another part of the backend is reached': `await db.fetch('http://backend/auth/v1/admin/users')`,
    'another server is reached through the gateway': `await db.fetch('http://127.0.0.1:${port()}/rest/v1/x')`,
    'the gateway is ended': `process.kill(process.ppid, 'SIGTERM')`,
    ...Object.fromEntries(byModules),
  };
}

describe('a hostile server build', () => {
  it('reads no environment, reaches no file, socket or process', { timeout: 60_000 }, async () => {
    const tried = attempts();
    const source = Object.entries(tried).map(([name, code]) => `${JSON.stringify(name)}: async (db) => { ${code} }`);
    const file = path.join(folder, 'hostile.cjs');
    await writeFile(
      file,
      `const attempts = { ${source.join(',\n')} };
      exports.render = async (url, db) => attempts[url.searchParams.get('attempt')](db).then((got) => 'succeeded: ' + got, () => 'refused');
      exports.sitemap = () => JSON.stringify([process.env, globalThis.process.env, Object.keys(require('process').env ?? {})]);`,
    );
    const job = { app: 'mfe-hostile', file };
    await renderer.run({ ...job, call: 'load' });
    expect(await renderer.run({ ...job, call: 'sitemap', url: 'http://localhost/' })).not.toContain('the environment');
    const outcomes: Record<string, unknown> = {};
    for (const name of Object.keys(tried))
      outcomes[name] = await renderer.run({ ...job, call: 'render', url: `http://localhost/?attempt=${encodeURIComponent(name)}` });
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(tried).map((name) => [name, 'refused'])));
    expect(existsSync(path.join(folder, 'written'))).toBe(false);
    expect(connections).toBe(0);
  });

  it('reaches only the tables, as a visitor', async () => {
    requests.length = 0;
    expect(
      await render(
        "const { data } = await db.from('plans').select('name').setHeader('authorization', 'Bearer forged').setHeader('x-forwarded-for', '1.2.3.4'); return data;",
      ),
    ).toEqual([{ name: 'Basic' }]);
    const [request] = requests;
    expect(request?.headers.get('apikey')).toBe('key');
    expect([request?.headers.get('authorization'), request?.headers.get('x-forwarded-for')]).toEqual([null, null]);
    await render("await Promise.all(Array.from({ length: 300 }, () => db.fetch('http://backend/rest/v1/plans').catch(() => {})))");
    expect(requests.length).toBeLessThanOrEqual(101);
  });

  it('is cut when it loops or leaks, and other pages are rendered in the meantime', { timeout: 60_000 }, async () => {
    const other = () => render("return 'rendered'", { app: 'mfe-marketing' });
    expect(await other()).toBe('rendered');
    const harm = [
      render('for (;;);', { app: 'mfe-loops' }),
      render('const kept = []; for (;;) kept.push(new Array(1000).fill({}));', { app: 'mfe-leaks-objects' }),
      render('const kept = []; for (;;) kept.push(Buffer.alloc(10_000_000, 1));', { app: 'mfe-leaks-buffers' }),
      render("return { html: 'x'.repeat(50_000_000) }", { app: 'mfe-large' }),
    ].map((work) =>
      work.then(
        () => 'rendered',
        (error: Error) => error.message,
      ),
    );
    expect(await other()).toBe('rendered');
    for (const message of await Promise.all(harm)) expect(message).not.toBe('rendered');
    expect(process.memoryUsage.rss()).toBeLessThan(1_500_000_000);
  });

  it('that fails over and over is not started again at once', { timeout: 60_000 }, async () => {
    const attempt = () =>
      render('', {
        app: 'mfe-ends',
        before: 'setTimeout(() => { throw new Error("ended"); }); for (const until = Date.now() + 100; Date.now() < until;);',
      });
    const messages: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      await attempt().catch((error: Error) => messages.push(error.message));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(messages.at(-1)).toContain('tried again later');
  });
});
