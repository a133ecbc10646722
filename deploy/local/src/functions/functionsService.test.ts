import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrivateJwk, signingKeys, type SigningKeys } from '../keys/signingKeys.ts';
import { createFunctionsService, type FunctionsService } from './createFunctionsService.ts';

let folder: string;
let keys: SigningKeys;
let service: FunctionsService;
const lines: string[] = [];

const sources: Record<string, string> = {
  hello: `
    import { z } from 'npm:zod@^4';
    Deno.serve(async (request: Request) => {
      const { name } = z.object({ name: z.string() }).parse(await request.json());
      return Response.json({ hello: name, path: new URL(request.url).pathname, secret: Deno.env.get('SECRET'), home: Deno.env.get('HOME') ?? null }, { status: 201, headers: { 'x-said': 'hi' } });
    });`,
  guarded: `Deno.serve(() => new Response('inside'));`,
  moody: `
    Deno.serve(async (request: Request) => {
      const mood = await request.text();
      if (mood === 'loop') for (;;);
      if (mood === 'throw') throw new Error('a bad day');
      if (mood === 'crash') { setTimeout(() => { throw new Error('far from the handler'); }, 1); await new Promise(() => {}); }
      if (mood === 'exit') process.exit(3);
      if (mood === 'wait') await new Promise((resolve) => setTimeout(resolve, 300));
      return new Response('fine');
    });`,
  broken: `import './nothing.ts';`,
  silent: `export const nothing = 1;`,
  abroad: `import 'https://deno.land/x/mod.ts'; Deno.serve(() => new Response(''));`,
};

beforeAll(async () => {
  // Inside the project, so that packages are found.
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
  service = createFunctionsService({
    folder,
    jwks: keys.jwks,
    environment: { SECRET: 'quiet' },
    config: { functions: open },
    limits: { callTimeoutMs: 1500, maxWorkers: 3, maxWaiting: 2 },
    log: (line) => void lines.push(line),
  });
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true, force: true });
});

const call = async (name: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await service.fetch(new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', body, headers }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('a function gets the request, its secrets and npm packages, and nothing of this process', async () => {
  const { status, headers, text } = await call('hello/there', '{"name":"Achieng"}');
  expect(status).toBe(201);
  expect(headers.get('x-said')).toBe('hi');
  expect(JSON.parse(text)).toEqual({ hello: 'Achieng', path: '/functions/v1/hello/there', secret: 'quiet', home: null });
});

test('a function that wants a token gets only callers who have one', async () => {
  expect((await call('guarded', '')).text).toContain('Missing authorization header');
  expect((await call('guarded', '', { authorization: 'Bearer forged' })).text).toContain('Invalid JWT');
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid })
    .setExpirationTime('1h')
    .sign(keys.privateKey);
  expect((await call('guarded', '', { authorization: `Bearer ${token}` })).text).toBe('inside');
});

test('a throw, a crash, an exit and an endless loop cost only their own call', async () => {
  const ends = await Promise.all([call('moody', 'loop'), call('moody', 'throw'), call('moody', 'crash')]);
  expect(ends.map(({ status }) => status)).toEqual([504, 500, 500]);
  expect((await call('moody', 'exit')).status).toBe(500);
  expect(await call('moody', 'fine')).toMatchObject({ status: 200, text: 'fine' });
  expect(lines.join('\n')).toMatch(/took too long/);
  expect(lines.some((line) => line.includes('far from the handler'))).toBe(true);
});

test('calls wait for a thread; too many are sent away', async () => {
  const ends = await Promise.all(Array.from({ length: 7 }, () => call('moody', 'wait')));
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 503, 503]);
});

test('a function that cannot start says why in the log', async () => {
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
