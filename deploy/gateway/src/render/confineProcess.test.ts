import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confineProcess } from '@masomo/typesetter/confineProcess';
import { startRenderer } from './startRenderer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-confined-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program with all of Node, which tries each way out and sends what became of it. */
const program = `
import net from 'node:net'; import dgram from 'node:dgram'; import fs from 'node:fs'; import { spawn } from 'node:child_process';
const written = import.meta.dirname + '/written';
const ways = {
  tcp: (port) => new Promise((resolve, reject) => net.connect(port, '127.0.0.1').on('connect', resolve).on('error', reject)),
  fetch: (port) => fetch('http://127.0.0.1:' + port),
  udp: (port) => new Promise((resolve, reject) => {
    const socket = dgram.createSocket('udp4').on('error', reject);
    socket.send('x', port, '127.0.0.1', (error) => { socket.close(); error ? reject(error) : resolve(); });
  }),
  listen: () => new Promise((resolve, reject) => { const server = net.createServer().on('error', reject).listen(0, () => resolve(server.close())); }),
  read: () => fs.readFileSync('/etc/passwd'),
  write: () => fs.writeFileSync(written, 'x'),
  child: () => new Promise((resolve, reject) => spawn('touch', [written]).on('error', reject).on('exit', resolve)),
};
process.on('message', async (port) => {
  const outcomes = {};
  for (const [name, way] of Object.entries(ways))
    outcomes[name] = await (async () => way(port))().then(() => 'open', (error) => error.cause?.code ?? error.code ?? String(error));
  process.send(outcomes);
});
process.send('ready');
`;

test('a confined process opens no socket and no file, and starts no process, whatever runs in it', { timeout: 60_000 }, async () => {
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, program);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const child = fork(file, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  try {
    const next = () => new Promise<unknown>((resolve) => child.once('message', resolve));
    await next();
    expect(await confineProcess(child.pid ?? 0)).toBe(true);
    child.send((server.address() as AddressInfo).port);
    const outcomes = await next();
    expect(outcomes).toEqual(
      Object.fromEntries(['tcp', 'fetch', 'udp', 'listen', 'read', 'write', 'child'].map((name) => [name, 'EMFILE'])),
    );
    expect([connections, existsSync(path.join(folder, 'written'))]).toEqual([0, false]);
  } finally {
    child.kill();
    server.close();
  }
});

test('a process that is not there is not confined', async () => {
  expect(await confineProcess(2 ** 22 + 1)).toBe(false);
});

/** How many files each process that renders for this one may have open, by its id. */
async function limitsOfRenderProcesses(): Promise<Map<string, string>> {
  const tasks = await readdir('/proc/self/task');
  const children = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')));
  const pids = children.flatMap((list) => list.split(' ').filter(Boolean));
  const limits = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const text = await readFile(`/proc/${pid}/limits`, 'utf8').catch(() => '');
      const limit = /^Max open files.*$/m.exec(text)?.[0].split(/ {2,}/).slice(1, 3).join(' ') ?? '';
      return command.includes('renderProcess') ? [[pid, limit] as const] : [];
    }),
  );
  return new Map(limits.flat());
}

test('a render process is confined before it gets any code of a release, and renders all the same', { timeout: 60_000 }, async () => {
  const unconfined: string[] = [];
  // Other files of tests run in this process before, and what they started may still be ending.
  const earlier = await limitsOfRenderProcesses();
  const renderer = startRenderer(
    async () => Response.json([{ name: 'Basic' }]),
    'key',
    { waitMs: 60_000, hangsAfterMs: 60_000 },
    (app) => unconfined.push(app),
  );
  try {
    const file = path.join(folder, 'build.cjs');
    await writeFile(
      file,
      `exports.render = async (url, db) => {
        const { data } = await db.from('plans').select('name');
        const { DateTimeFormat } = Intl;
        const time = new DateTimeFormat('en', { timeZone: 'Africa/Nairobi', timeStyle: 'short' }).format(0);
        return [data[0].name, time, require('crypto').randomUUID().length, (await require('crypto').webcrypto.subtle.digest('SHA-256', new Uint8Array(1))).byteLength];
      };`,
    );
    const rendered = await renderer.run({ app: 'mfe-store', file, call: 'render', url: 'http://localhost/' });
    expect(rendered).toEqual(['Basic', expect.stringMatching(/^3:00/), 36, 32]);
    // A renderer of an earlier file may start one more, which is confined a moment later.
    const limits = async () => {
      const own = [...(await limitsOfRenderProcesses())].filter(([pid]) => !earlier.has(pid));
      return [...new Set(own.map(([, limit]) => limit))];
    };
    await expect.poll(limits).toEqual(['0 0']);
    expect(unconfined).toEqual([]);
  } finally {
    await renderer.stop();
  }
});
