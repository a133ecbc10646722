import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrivateJwk, signingKeys, type SigningKeys } from '../keys/signingKeys.ts';
import { urlFor } from '../database/roles.ts';
import { createTestDatabase, type TestDatabase } from '../database/testDatabase.ts';
import { createStorageService, type StorageService } from './createStorageService.ts';

const origin = 'http://masomo.test';
const policies = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('site', 'site', true, 2000, '{image/*,text/html,application/pdf}'), ('documents', 'documents', false, null, null), ('cms-media', 'cms-media', true, null, null);
  create policy "Everybody signed in adds media" on storage.objects for insert to authenticated with check (bucket_id = 'cms-media');
  create policy "Everybody signed in sees media" on storage.objects for select to authenticated using (bucket_id = 'cms-media');
  create policy "Everybody signed in adds to the site" on storage.objects for insert to authenticated with check (bucket_id = 'site');
  create policy "Everybody signed in sees the site" on storage.objects for select to authenticated using (bucket_id = 'site');
  create policy "Everybody signed in replaces" on storage.objects for update to authenticated using (bucket_id = 'site') with check (bucket_id = 'site');
  create policy "Everybody signed in removes" on storage.objects for delete to authenticated using (bucket_id = 'site');
  create policy "People add their own documents" on storage.objects for insert to authenticated
    with check (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "People see their own documents" on storage.objects for select to authenticated
    using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text);`;

let database: TestDatabase;
let pool: pg.Pool;
let keys: SigningKeys;
let service: StorageService;
let folder: string;
let now = 0;

const token = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: keys.kid }).setIssuedAt().setExpirationTime('1h').sign(keys.privateKey);
async function client(claims: Record<string, unknown> | null): Promise<SupabaseClient> {
  const bearer = claims ? await token(claims) : null;
  return createClient(origin, 'sb_publishable_test', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        request.headers.delete('authorization');
        if (bearer) request.headers.set('authorization', `Bearer ${bearer}`);
        return service.fetch(request);
      },
    },
  });
}
const person = (sub: string) => client({ role: 'authenticated', sub });
const wanjiru = '11111111-1111-4111-8111-111111111111';
const otieno = '22222222-2222-4222-8222-222222222222';
const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  Promise.resolve(service.fetch(new Request(address, { headers, method })));
const image = (bytes: number[] = [1, 2, 3]) => new File([new Uint8Array(bytes)], 'x.png', { type: 'image/png' });
const diskFiles = async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: false });
  const { password } = new URL(database.adminUrl);
  pool = new pg.Pool({ connectionString: urlFor(database.adminUrl, { role: 'supabase_storage_admin', password }), max: 5 });
  pool.on('error', () => {});
  // As migrations do: by the owner of the database.
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(policies);
  await owner.end();
  keys = await signingKeys(await createPrivateJwk());
  folder = await mkdtemp(path.join(tmpdir(), 'masomo storage '));
  service = createStorageService({ pool, keys, folder, clock: () => new Date(Date.now() + now), maxFileBytes: 10_000 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('an uploaded image is served at its public URL', async () => {
  const site = (await person(wanjiru)).storage.from('site');
  const { data, error } = await site.upload('media/my logo.png', image(), { cacheControl: '60' });
  expect(error).toBeNull();
  expect(data).toMatchObject({
    path: 'media/my logo.png',
    fullPath: 'site/media/my logo.png',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const { publicUrl } = site.getPublicUrl('media/my logo.png').data;
  const response = await get(publicUrl);
  expect([response.status, [...new Uint8Array(await response.arrayBuffer())]]).toEqual([200, [1, 2, 3]]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '3',
    'cache-control': 'public, max-age=60',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
  expect(response.headers.get('content-disposition')).toBeNull();

  const etag = response.headers.get('etag') ?? '';
  expect((await get(publicUrl, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(publicUrl, {}, 'HEAD')).headers.get('content-length')).toBe('3');
  const named = await get(`${publicUrl}?download=${encodeURIComponent('Nembo ya shule "é".png')}`);
  expect(named.headers.get('content-disposition')).toBe(
    `attachment; filename="Nembo ya shule ___.png"; filename*=UTF-8''Nembo%20ya%20shule%20%22%C3%A9%22.png`,
  );
});

test('ranges', async () => {
  const site = (await person(wanjiru)).storage.from('site');
  await site.upload('range.png', image([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  const { publicUrl } = site.getPublicUrl('range.png').data;
  const requestRange = async (range: string, more: Record<string, string> = {}) => {
    const response = await get(publicUrl, { range, ...more });
    return [response.status, response.headers.get('content-range'), (await response.arrayBuffer()).byteLength];
  };
  expect(await requestRange('bytes=2-4')).toEqual([206, 'bytes 2-4/10', 3]);
  expect(await requestRange('bytes=7-')).toEqual([206, 'bytes 7-9/10', 3]);
  expect(await requestRange('bytes=-2')).toEqual([206, 'bytes 8-9/10', 2]);
  expect(await requestRange('bytes=-500')).toEqual([206, 'bytes 0-9/10', 10]);
  expect(await requestRange('bytes=10-')).toEqual([416, 'bytes */10', 0]);
  expect(await requestRange('bytes=4-2')).toEqual([200, null, 10]);
  expect(await requestRange('bytes=0-1', { 'if-range': '"older"' })).toEqual([200, null, 10]);
});

test('files that could run scripts are downloaded, not opened', async () => {
  const site = (await person(wanjiru)).storage.from('site');
  for (const [name, type] of [
    ['a.html', 'text/html'],
    ['a.svg', 'image/svg+xml'],
  ] as const) {
    await site.upload(name, new Blob(['<svg onload="alert(1)"/>'], { type }));
    const { headers } = await get(site.getPublicUrl(name).data.publicUrl);
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a bucket limits size and type', async () => {
  const site = (await person(wanjiru)).storage.from('site');
  const before = await diskFiles();
  expect((await site.upload('big.png', new File([new Uint8Array(2001)], 'b.png', { type: 'image/png' }))).error).toMatchObject({
    status: 413,
    message: 'The object exceeded the maximum allowed size',
  });
  expect((await site.upload('a.exe', new Blob(['x'], { type: 'application/x-msdownload' }))).error).toMatchObject({
    status: 400,
    message: 'mime type application/x-msdownload is not supported',
  });
  expect((await site.upload('raw.png', new Uint8Array(2001), { contentType: 'image/png' })).error).toMatchObject({ status: 413 });
  expect((await (await person(wanjiru)).storage.from('nowhere').upload('a.png', image())).error).toMatchObject({
    status: 404,
    message: 'Bucket not found',
  });
  expect((await site.upload('a/\u0000.png', image())).error?.message).toContain('Invalid key');
  expect(await diskFiles()).toBe(before);
});

test('row-level security keeps others from writing and reading', async () => {
  const own = (await person(wanjiru)).storage.from('documents');
  const stranger = (await person(otieno)).storage.from('documents');
  const visitor = (await client(null)).storage.from('documents');
  const name = `${wanjiru}/report.pdf`;
  expect((await own.upload(name, new Blob(['%PDF'], { type: 'application/pdf' }))).error).toBeNull();
  expect((await stranger.upload(`${wanjiru}/forged.pdf`, new Blob(['x'], { type: 'application/pdf' }))).error).toMatchObject({
    status: 403,
  });
  expect((await visitor.upload('a.pdf', new Blob(['x']))).error).toMatchObject({ status: 403 });
  expect(await (await own.download(name)).data?.text()).toBe('%PDF');
  for (const other of [stranger, visitor]) {
    expect((await other.download(name)).error).toMatchObject({ status: 404 });
    expect((await other.createSignedUrl(name, 60)).error).toMatchObject({ status: 404 });
    expect((await other.list(wanjiru)).data).toEqual([]);
    expect((await other.remove([name])).data).toEqual([]);
  }
  expect((await get(own.getPublicUrl(name).data.publicUrl)).status).toBe(404);
  expect((await own.info(name)).data).toMatchObject({ name, size: 4, contentType: 'application/pdf' });
  expect((await own.exists(name)).data).toBe(true);
});

test('a signed URL opens one file until it expires', async () => {
  const own = (await person(wanjiru)).storage.from('documents');
  const name = `${wanjiru}/signed document.pdf`;
  await own.upload(name, new Blob(['%PDF-2'], { type: 'application/pdf' }));
  const { data } = await own.createSignedUrl(name, 60, { download: true });
  const link = data?.signedUrl ?? '';
  const response = await get(link);
  expect([response.status, await response.text(), response.headers.get('content-disposition')]).toEqual([
    200,
    '%PDF-2',
    expect.stringContaining('attachment'),
  ]);
  expect(response.headers.get('cache-control')).toContain('private');
  expect((await get(link.replace('signed%20document', 'report'))).status).toBe(400);
  const [, signed = ''] = /token=([^&]+)/.exec(link) ?? [];
  expect(
    (await get(`${origin}/storage/v1/object/documents/${encodeURIComponent(name)}`, { authorization: `Bearer ${signed}` })).status,
  ).toBe(401);
  now = 61_000;
  expect((await get(link)).status).toBe(400);
  now = 0;
  const many = await own.createSignedUrls([name, `${otieno}/x.pdf`], 60);
  expect(many.data).toMatchObject([
    { error: null, signedUrl: expect.stringContaining('token=') },
    { error: expect.any(String), signedUrl: null },
  ]);
});

test('a signed upload is accepted once and belongs to its requester', async () => {
  const own = (await person(wanjiru)).storage.from('documents');
  const name = `${wanjiru}/later.pdf`;
  const { data, error } = await own.createSignedUploadUrl(name);
  expect(error).toBeNull();
  const visitor = (await client(null)).storage.from('documents');
  expect((await visitor.uploadToSignedUrl(name, data?.token ?? '', new Blob(['%PDF-3'], { type: 'application/pdf' }))).data).toMatchObject({
    fullPath: `documents/${name}`,
  });
  expect((await visitor.uploadToSignedUrl(name, data?.token ?? '', new Blob(['again']))).error).toMatchObject({ status: 409 });
  expect((await visitor.uploadToSignedUrl(`${wanjiru}/other.pdf`, data?.token ?? '', new Blob(['x']))).error).toMatchObject({
    status: 400,
  });
  const { rows } = await pool.query('select owner_id from storage.objects where name = $1', [name]);
  expect(rows).toEqual([{ owner_id: wanjiru }]);
  expect((await (await person(otieno)).storage.from('documents').createSignedUploadUrl(name)).error).toMatchObject({ status: 403 });
});

test('replace, copy, move, list, remove', async () => {
  const site = (await person(wanjiru)).storage.from('site');
  await site.upload('work/one.png', image([1]));
  expect((await site.upload('work/one.png', image([2]))).error).toMatchObject({ status: 409, message: 'The resource already exists' });
  const before = await diskFiles();
  expect((await site.upload('work/one.png', image([2]), { upsert: true })).error).toBeNull();
  expect((await site.update('work/one.png', image([3]))).error).toBeNull();
  expect(await diskFiles()).toBe(before);
  expect((await site.copy('work/one.png', 'work/deep/two.png')).data).toEqual({ path: 'site/work/deep/two.png' });
  expect((await site.move('work/one.png', 'work/three.png')).error).toBeNull();
  expect((await site.move('work/gone.png', 'work/four.png')).error).toMatchObject({ status: 404 });
  const listed = await site.list('work', { sortBy: { column: 'name', order: 'asc' } });
  expect(listed.data?.map(({ name, id }) => [name, id === null])).toEqual([
    ['deep', true],
    ['three.png', false],
  ]);
  expect((await site.list('work', { search: 'thr' })).data).toHaveLength(1);
  expect((await site.list('work', { limit: 1, offset: 1 })).data).toHaveLength(1);
  expect([...new Uint8Array((await (await site.download('work/deep/two.png')).data?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([3]);
  const disk = await diskFiles();
  expect((await site.remove(['work/deep/two.png', 'work/three.png', 'work/never.png'])).data).toHaveLength(2);
  expect(await diskFiles()).toBe(disk - 2);
});

test('concurrent replacements leave one complete file', async () => {
  const site = (await person(wanjiru)).storage.from('site');
  await site.upload('race.png', image([0]));
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => site.upload('race.png', image(Array<number>(500).fill(index)), { upsert: true })),
  );
  expect(results.filter(({ error }) => error !== null)).toEqual([]);
  const bytes = new Uint8Array((await (await site.download('race.png')).data?.arrayBuffer()) ?? new ArrayBuffer());
  expect([bytes.length, new Set(bytes).size]).toEqual([500, 1]);
});

test('only the service role manages buckets', async () => {
  const service = (await client({ role: 'service_role' })).storage;
  expect(
    (await service.createBucket('yearbook', { public: false, fileSizeLimit: '1MB', allowedMimeTypes: ['image/png'] })).error,
  ).toBeNull();
  expect((await service.getBucket('yearbook')).data).toMatchObject({ id: 'yearbook', public: false, file_size_limit: 1_000_000 });
  expect((await service.updateBucket('yearbook', { public: true })).error).toBeNull();
  expect((await service.listBuckets()).data?.map(({ id }) => id)).toEqual(['cms-media', 'documents', 'site', 'yearbook']);
  await service.from('yearbook').upload('a.png', image());
  expect((await service.deleteBucket('yearbook')).error).toMatchObject({ status: 409 });
  expect((await service.emptyBucket('yearbook')).error).toBeNull();
  expect((await service.deleteBucket('yearbook')).error).toBeNull();
  const visitor = (await person(wanjiru)).storage;
  expect((await visitor.listBuckets()).data).toEqual([]);
  expect((await visitor.createBucket('mine')).error).toMatchObject({ status: 403 });
});

test('orphaned files are deleted, recent ones are kept', async () => {
  const before = await diskFiles();
  const old = path.join(folder, 'dead.part');
  await writeFile(old, 'x');
  await writeFile(path.join(folder, 'young.part'), 'x');
  await utimes(old, 0, 0);
  expect(await service.removeOrphanedFiles()).toBe(1);
  expect(await diskFiles()).toBe(before + 1);
});

test('the media library checks the content of a file, not its declared type', async () => {
  const media = (await client({ sub: '00000000-0000-4000-8000-000000000001', role: 'authenticated' })).storage.from('cms-media');
  const send = async (name: string, content: Uint8Array | string, contentType: string) =>
    (await media.upload(name, typeof content === 'string' ? new TextEncoder().encode(content) : content, { contentType })).error?.message;
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const huge = Buffer.from(png);
  huge.writeUInt32BE(50_000, 16);
  huge.writeUInt32BE(50_000, 20);
  expect(await send('page.png', '<html><script>alert(1)</script></html>', 'image/png')).toMatch(/not an image/);
  expect(await send('empty.png', '', 'image/png')).toMatch(/empty/);
  expect(await send('huge.png', huge, 'image/png')).toMatch(/pixels/);
  expect(await send('dot.png', png, 'image/png')).toBeUndefined();
  const address = `${origin}/storage/v1/object/public/cms-media/dot.png`;
  expect((await service.fetch(new Request(address))).status).toBe(200);
  await pool.query("update storage.objects set user_metadata = '{\"hidden\": true}' where name = 'dot.png'");
  expect((await service.fetch(new Request(address))).status).toBe(404);
});

test('a page of HTML is no image in any bucket, and a text keeps its character set', async () => {
  const own = (await person(wanjiru)).storage.from('documents');
  const refused = await own.upload(`${wanjiru}/page.png`, new Blob(['<!doctype html><script>1</script>'], { type: 'image/png' }));
  expect(refused.error?.message).toBe('This is a web page, not image/png.');
  await own.upload(`${wanjiru}/a.txt`, 'Habari', { contentType: 'text/plain;charset=UTF-8; boundary="x,y' });
  expect((await own.download(`${wanjiru}/a.txt`)).error).not.toBeNull();
  await own.upload(`${wanjiru}/a.txt`, 'Habari', { contentType: 'text/plain;charset=UTF-8' });
  expect((await own.download(`${wanjiru}/a.txt`)).data?.type).toBe('text/plain;charset=utf-8');
});

test('the second list names whole keys, folders on demand, in pages', async () => {
  const site = (await person(wanjiru)).storage.from('site');
  for (const name of ['a', 'b', 'c', 'd/1', 'd/2']) await site.upload(`v2/${name}.png`, image());
  const flat = await site.listV2({ prefix: 'v2/' });
  expect(flat.data).toMatchObject({ hasNext: false, folders: [] });
  expect(flat.data?.objects.map(({ name }) => name)).toEqual(['v2/a.png', 'v2/b.png', 'v2/c.png', 'v2/d/1.png', 'v2/d/2.png']);
  expect((await site.listV2({ with_delimiter: true })).data?.folders).toContainEqual({ name: 'v2/', key: 'v2' });
  for (const sortBy of [
    { column: 'name', order: 'asc' },
    { column: 'name', order: 'desc' },
    { column: 'created_at', order: 'asc' },
    { column: 'created_at', order: 'desc' },
  ] as const) {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await site.listV2({ prefix: 'v2/', limit: 2, sortBy, ...(cursor ? { cursor } : {}) });
      names.push(...(data?.objects.map(({ name }) => name) ?? []));
      cursor = data?.nextCursor;
    } while (cursor);
    const expected = ['v2/a.png', 'v2/b.png', 'v2/c.png', 'v2/d/1.png', 'v2/d/2.png'];
    expect(names).toEqual(sortBy.order === 'asc' ? expected : expected.toReversed());
  }
  expect((await site.listV2({ cursor: 'nonsense' })).error).toMatchObject({ status: 400 });
});

test('an image is sent in the kept size next to the wanted one', async () => {
  const site = (await person(wanjiru)).storage.from('site');
  await site.upload('pic/a.png', image([1]));
  await site.upload('pic/a-480.png', image([4]));
  await site.upload('pic/a-960.png', image([9]));
  const firstByte = async (address: string) => new Uint8Array(await (await get(address)).arrayBuffer())[0];
  const at = (width: number) => site.getPublicUrl('pic/a.png', { transform: { width } }).data.publicUrl;
  expect(await Promise.all([100, 480, 500, 2_000].map((width) => firstByte(at(width))))).toEqual([4, 4, 9, 1]);
  const { data } = await site.createSignedUrl('pic/a.png', 60, { transform: { width: 200, height: 200, quality: 60 } });
  const signed = await get(data?.signedUrl ?? '');
  expect([signed.status, signed.headers.get('x-transformations')]).toEqual([200, 'height:200,width:200,resizing_type:fill,quality:60']);
  expect((await site.download('pic/a.png', { transform: { width: 900 } })).data?.size).toBe(1);
  expect((await get(at(100).replace('width=100', 'width=1e9'))).status).toBe(400);
  await site.upload('pic/b.pdf', new Blob(['%PDF'], { type: 'application/pdf' }));
  expect((await get(at(100).replace('a.png', 'b.pdf'))).status).toBe(400);
  // Who may not see the image sees no copy either.
  const hidden = `${origin}/storage/v1/render/image/authenticated/site/pic/a.png?width=100`;
  expect((await get(hidden)).status).toBe(404);
});

test('answers that Supabase’s clients look for', async () => {
  const refused = await (await get(`${origin}/storage/v1/bucket`)).json();
  expect(refused).toMatchObject({ message: 'Invalid Compact JWS', statusCode: '403' });
  const site = (await person(wanjiru)).storage.from('site');
  expect((await site.upload('a.exe', new Blob(['x'], { type: 'text/csv' }))).error).toMatchObject({ statusCode: '415', status: 400 });
  await site.upload('there.png', image());
  const [address, gone] = [`${origin}/storage/v1/object/public/site/there.png`, `${origin}/storage/v1/object/public/site/gone.png`];
  expect([(await get(address, {}, 'HEAD')).status, (await get(gone, {}, 'HEAD')).status]).toEqual([200, 404]);
  expect(await (await get(address.replace('/public/', '/info/public/'))).json()).not.toHaveProperty('updated_at');
});
