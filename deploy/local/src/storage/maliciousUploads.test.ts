import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT } from 'jose';
import type pg from 'pg';
import { openClient, openPool } from '../database/connections.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxMediaBytes } from '@masomo/domain/mediaFileType';
import { createPrivateJwk, signingKeys, type SigningKeys } from '../keys/signingKeys.ts';
import { urlFor } from '../database/roles.ts';
import { createTestDatabase, type TestDatabase } from '../database/testDatabase.ts';
import { createStorageService, type StorageService } from './createStorageService.ts';

// Files that a user with upload permission could abuse, and how the media library handles them.
const origin = 'http://masomo.test';
let database: TestDatabase;
let pool: pg.Pool;
let keys: SigningKeys;
let service: StorageService;
let folder: string;
let bearer: string;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: false });
  pool = openPool({
    connectionString: urlFor(database.adminUrl, { role: 'supabase_storage_admin', password: new URL(database.adminUrl).password }),
    max: 5,
  });
  const owner = await openClient(database.url);
  await owner.query(`insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('cms-media', 'cms-media', true, ${maxMediaBytes}, array['image/*', 'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']),
      ('assignment-files', 'assignment-files', false, 26214400, array['application/pdf', 'image/jpeg', 'text/plain']);
    create policy "Adds" on storage.objects for insert to authenticated with check (true);
    create policy "Sees" on storage.objects for select to authenticated using (true)`);
  await owner.end();
  keys = await signingKeys(await createPrivateJwk());
  folder = await mkdtemp(path.join(tmpdir(), 'masomo uploads '));
  service = createStorageService({ pool, keys, folder, clock: () => new Date(), maxFileBytes: maxMediaBytes });
  bearer = await new SignJWT({ role: 'authenticated', sub: '11111111-1111-4111-8111-111111111111' })
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(keys.privateKey);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function send(name: string, body: BodyInit, type: string, folder = 'cms-media/media'): Promise<{ status: number; message: string }> {
  const response = await service.fetch(
    new Request(`${origin}/storage/v1/object/${folder}/${name}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    }),
  );
  const result = (await response.json()) as { message?: string };
  return { status: response.status, message: result.message ?? '' };
}
const open = (name: string) => service.fetch(new Request(`${origin}/storage/v1/object/public/cms-media/media/${name}`));

function png(width: number, height: number): Buffer {
  const bytes = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
const script = '<script>alert(1)</script>';

it.each([
  ['an HTML page named .png', 'page.png', `<!doctype html>${script}`, 'image/png', /not an image/],
  ['a script named .jpg', 'code.jpg', 'alert(1)', 'image/jpeg', /not an image/],
  ['an HTML page sent as HTML', 'page.html', `<!doctype html>${script}`, 'text/html', /not supported/],
  ['an SVG sent as PNG', 'drawing.png', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'image/png', /another kind/],
  ['an HTML page with an SVG inside', 'page.svg', `<html><svg>${script}</svg></html>`, 'image/svg+xml', /not an image/],
  ['a program sent as Word', 'run.doc', 'MZ\x90\x00', 'application/msword', /not an image/],
  [
    'an archive sent as Word',
    'archive.docx',
    'PK\x03\x04something else',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    /not an image/,
  ],
  ['nothing', 'empty.png', '', 'image/png', /empty/],
  ['a PDF of two types', 'two.pdf', `%PDF-1.7${script}`, 'application/pdf;,text/html', /cannot be read/],
] as const)('%s is refused with a reason', async (_, name, body, type, reason) => {
  const response = await send(name, body, type);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.message).toMatch(reason);
  expect((await open(name)).status).toBeGreaterThanOrEqual(400);
});

it('an image of 50,000 by 50,000 pixels is refused without decoding it', async () => {
  const before = process.memoryUsage().rss;
  expect(await send('huge.png', new Uint8Array(png(50_000, 50_000)), 'image/png')).toMatchObject({
    status: 400,
    message: expect.stringMatching(/50000 by 50000 pixels/) as string,
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

it('a file above the limit is refused by its declared size', async () => {
  const response = await send('large.png', new Blob([new Uint8Array(png(1, 1)), new Uint8Array(maxMediaBytes)]), 'image/png');
  expect(response.status).toBe(413);
  expect((await open('large.png')).status).toBeGreaterThanOrEqual(400);
});

it('an endless upload without a declared size is stopped at the limit, with bounded memory', async () => {
  const chunk = new Uint8Array(256 * 1024);
  chunk.set(png(1, 1));
  const before = process.memoryUsage().arrayBuffers;
  let peakBytes = 0;
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent > 8 * maxMediaBytes) return controller.close();
      sent += chunk.length;
      peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - before);
      return controller.enqueue(chunk.slice());
    },
  });
  expect((await send('endless.png', endless, 'image/png')).status).toBe(413);
  expect((await open('endless.png')).status).toBeGreaterThanOrEqual(400);
  expect(sent).toBeLessThan(2 * maxMediaBytes);
  expect(peakBytes).toBeLessThan(4 * maxMediaBytes);
});

it.each([
  [
    'an SVG with a script',
    'drawing.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`,
    'image/svg+xml',
    true,
  ],
  ['a GIF that is also a script', 'both.gif', `GIF89a/*\x01\x00*/=1;alert(1);//${script}`, 'image/gif', false],
  ['a PDF that is also an HTML page', 'both.pdf', `%PDF-1.7\n${script}`, 'application/pdf', false],
  [
    'a PNG with an HTML page appended',
    'tail.png',
    new Uint8Array(Buffer.concat([png(1, 1), Buffer.from(`<!doctype html>${script}`)])),
    'image/png',
    false,
  ],
] as const)('%s is stored and served so that it cannot run', async (_, name, body, type, isSaved) => {
  expect((await send(name, body, type)).status).toBe(200);
  const { headers, status } = await open(name);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; form-action 'none'");
  expect(headers.get('content-disposition')?.startsWith('attachment') ?? false).toBe(isSaved);
});

it('a file that was stored with two types is sent with none that a browser opens', async () => {
  await send('old.pdf', '%PDF-1.7', 'application/pdf');
  await pool.query(
    `update storage.objects set metadata = metadata || '{"mimetype": "application/pdf;,text/html"}' where name = 'media/old.pdf'`,
  );
  const { headers } = await open('old.pdf');
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toContain('attachment');
});

it.each([
  ['a web page as a PDF', 'sheet.pdf', `<!doctype html>${script}`, 'application/pdf', /web page|not what its name says/],
  ['a program as a photo', 'page.jpg', 'MZ\x90\x00program', 'image/jpeg', /not what its name says/],
  ['a PDF as a photo', 'page.jpg', '%PDF-1.7', 'image/jpeg', /its content is application\/pdf/],
  ['a script as text', 'answer.txt', script, 'text/plain', /web page|not what its name says/],
])('takes no file of an assignment that is not what it says: %s', async (_, name, body, type, reason) => {
  const answer = await send(name, body, type, 'assignment-files/school/person');
  expect(answer.status).toBe(400);
  expect(answer.message).toMatch(reason);
});

it('takes a file of an assignment that is what it says', async () => {
  expect((await send('sheet.pdf', '%PDF-1.7 a sheet', 'application/pdf', 'assignment-files/school/person')).status).toBe(200);
});
