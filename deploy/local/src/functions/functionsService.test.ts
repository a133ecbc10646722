import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrivateJwk, signingKeys, type SigningKeys } from '../keys/signingKeys.ts';
import { createFunctionsService, type FunctionsService } from './createFunctionsService.ts';

let folder: string;
let keys: SigningKeys;
let service: FunctionsService;
/** Gives functions less time to start than some take. */
let hurried: FunctionsService;
const lines: string[] = [];

const sources: Record<string, string> = {
  hello: `
    import { z } from 'npm:zod@^4';
    Deno.serve(async (request: Request) => {
      const { name } = z.object({ name: z.string() }).parse(await request.json());
      return Response.json({ hello: name, path: new URL(request.url).pathname, secret: Deno.env.get('SECRET'), home: Deno.env.get('HOME') ?? null }, { status: 201, headers: { 'x-test': 'hi' } });
    });`,
  guarded: `Deno.serve(() => new Response('inside'));`,
  misbehaving: `
    Deno.serve(async (request: Request) => {
      const mode = await request.text();
      if (mode === 'loop') for (;;);
      if (mode === 'throw') throw new Error('a test failure');
      if (mode === 'crash') { setTimeout(() => { throw new Error('outside the handler'); }, 1); await new Promise(() => {}); }
      if (mode === 'exit') process.exit(3);
      if (mode === 'wait') await new Promise((resolve) => setTimeout(resolve, 300));
      return new Response('fine');
    });`,
  broken: `import './nothing.ts';`,
  silent: `export const nothing = 1;`,
  ...Object.fromEntries(
    ['slow-a', 'slow-b', 'slow-c'].map((name) => [
      name,
      `const from = Date.now();
       while (Date.now() < from + 400);
       const until = Date.now();
       Deno.serve(() => Response.json({ from, until }));`,
    ]),
  ),
  abroad: `import 'https://deno.land/x/mod.ts'; Deno.serve(() => new Response(''));`,
};

beforeAll(async () => {
  // Inside the project, so that imports of packages resolve.
  folder = await mkdtemp(path.join(import.meta.dirname, 'test-functions-'));
  for (const [name, source] of Object.entries(sources)) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'index.ts'), source);
  }
  keys = await signingKeys(await createPrivateJwk());
  const open = Object.fromEntries(
    Object.keys(sources)
      .filter((name) => name !== 'guarded')
      .map((name) => [name, { verify_jwt: false }]),
  );
  const log = (line: string) => void lines.push(line);
  const common = { folder, jwks: keys.jwks, environment: { SECRET: 'quiet' }, config: { functions: open }, log };
  service = createFunctionsService({ ...common, limits: { callTimeoutMs: 1500, maxWorkers: 3, maxQueued: 2 }, startsAtOnce: 1 });
  hurried = createFunctionsService({ ...common, limits: { startTimeoutMs: 100 } });
});
afterAll(async () => {
  await Promise.all([service.stop(), hurried.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const call = async (name: string, body: string, headers: Record<string, string> = {}) => {
  const response = await service.fetch(new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', body, headers }));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('a function gets the request, its secrets and npm packages, and nothing else of this process', async () => {
  const { status, headers, text } = await call('hello/there', '{"name":"Achieng"}');
  expect(status).toBe(201);
  expect(headers.get('x-test')).toBe('hi');
  expect(JSON.parse(text)).toEqual({ hello: 'Achieng', path: '/functions/v1/hello/there', secret: 'quiet', home: null });
});

test('a function with verify_jwt is called only with a valid token', async () => {
  expect((await call('guarded', '')).text).toContain('Missing authorization header');
  expect((await call('guarded', '', { authorization: 'Bearer forged' })).text).toContain('Invalid JWT');
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid })
    .setExpirationTime('1h')
    .sign(keys.privateKey);
  expect((await call('guarded', '', { authorization: `Bearer ${token}` })).text).toBe('inside');
});

test('an exception, a crash, an exit and an endless loop affect only their own call', async () => {
  const results = await Promise.all([call('misbehaving', 'loop'), call('misbehaving', 'throw'), call('misbehaving', 'crash')]);
  expect(results.map(({ status }) => status)).toEqual([504, 500, 500]);
  expect((await call('misbehaving', 'exit')).status).toBe(500);
  expect(await call('misbehaving', 'fine')).toMatchObject({ status: 200, text: 'fine' });
  expect(lines.join('\n')).toMatch(/timed out/);
  expect(lines.some((line) => line.includes('outside the handler'))).toBe(true);
});

test('calls queue for a thread; too many are refused', async () => {
  const results = await Promise.all(Array.from({ length: 7 }, () => call('misbehaving', 'wait')));
  expect(results.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 503, 503]);
});

test('functions start one after the other instead of slowing each other down, and calls wait for theirs', async () => {
  const started = await Promise.all(['slow-a', 'slow-b', 'slow-c', 'slow-a'].map((name) => call(name, '')));
  expect(started.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const times = started.map(({ text }) => JSON.parse(text) as { from: number; until: number }).sort((a, b) => a.from - b.from);
  const spans = times.filter(({ from }, index) => from !== times[index - 1]?.from);
  for (const [index, { from }] of spans.entries()) expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.until ?? 0);
});

test('a start that takes too long is answered with when to try again', async () => {
  const response = await hurried.fetch(new Request('http://localhost/functions/v1/slow-a', { method: 'POST', body: '' }));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ code: 'TOO_BUSY' });
  expect(lines.join('\n')).toContain('function slow-a does not start: it did not start within 0.1 s');
});

test('a function that cannot start logs the reason', async () => {
  expect((await call('broken', '')).status).toBe(503);
  expect((await call('silent', '')).status).toBe(503);
  expect((await call('abroad', '')).status).toBe(503);
  expect(lines.join('\n')).toContain('does not call Deno.serve');
  expect(lines.join('\n')).toContain('only npm: packages');
  expect((await call('nobody', '')).status).toBe(404);
  expect((await call('..%2fsecrets', '')).status).toBe(404);
});

test('a body that is too large is refused', async () => {
  expect((await call('hello', 'x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413);
});
