import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../database/connections.ts';
import { createStorageTestBed, image, origin, otieno, type StorageTestBed, wanjiru } from './storageTestBed.ts';

let bed: StorageTestBed;
beforeAll(async () => {
  bed = await createStorageTestBed();
});
afterAll(() => bed.close());

test('files that could run scripts are downloaded, not opened', async () => {
  const site = (await bed.person(wanjiru)).storage.from('site');
  for (const [name, type] of [
    ['a.html', 'text/html'],
    ['a.svg', 'image/svg+xml'],
  ] as const) {
    await site.upload(name, new Blob(['<svg onload="alert(1)"/>'], { type }));
    const { headers } = await bed.get(site.getPublicUrl(name).data.publicUrl);
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a bucket limits size and type', async () => {
  const site = (await bed.person(wanjiru)).storage.from('site');
  const before = await bed.diskFiles();
  expect((await site.upload('big.png', new File([new Uint8Array(2001)], 'b.png', { type: 'image/png' }))).error).toMatchObject({
    status: 413,
    message: 'The object exceeded the maximum allowed size',
  });
  expect((await site.upload('a.exe', new Blob(['x'], { type: 'application/x-msdownload' }))).error).toMatchObject({
    status: 400,
    message: 'mime type application/x-msdownload is not supported',
  });
  expect((await site.upload('raw.png', new Uint8Array(2001), { contentType: 'image/png' })).error).toMatchObject({ status: 413 });
  expect((await (await bed.person(wanjiru)).storage.from('nowhere').upload('a.png', image())).error).toMatchObject({
    status: 404,
    message: 'Bucket not found',
  });
  expect((await site.upload('a/\u0000.png', image())).error?.message).toContain('Invalid key');
  expect(await bed.diskFiles()).toBe(before);
});

test('row-level security keeps others from writing and reading', async () => {
  const own = (await bed.person(wanjiru)).storage.from('documents');
  const stranger = (await bed.person(otieno)).storage.from('documents');
  const visitor = (await bed.client(null)).storage.from('documents');
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
  expect((await bed.get(own.getPublicUrl(name).data.publicUrl)).status).toBe(404);
  expect((await own.info(name)).data).toMatchObject({ name, size: 4, contentType: 'application/pdf' });
  expect((await own.exists(name)).data).toBe(true);
});

test('a signed URL opens one file until it expires', async () => {
  const own = (await bed.person(wanjiru)).storage.from('documents');
  const name = `${wanjiru}/signed document.pdf`;
  await own.upload(name, new Blob(['%PDF-2'], { type: 'application/pdf' }), { cacheControl: '31536000' });
  const { data } = await own.createSignedUrl(name, 60, { download: true });
  const link = data?.signedUrl ?? '';
  const response = await bed.get(link);
  expect([response.status, await response.text(), response.headers.get('content-disposition')]).toEqual([
    200,
    '%PDF-2',
    expect.stringContaining('attachment'),
  ]);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect((await bed.get(link.replace('signed%20document', 'report'))).status).toBe(400);
  const [, signed = ''] = /token=([^&]+)/.exec(link) ?? [];
  expect(
    (await bed.get(`${origin}/storage/v1/object/documents/${encodeURIComponent(name)}`, { authorization: `Bearer ${signed}` })).status,
  ).toBe(401);
  bed.setClock(61_000);
  expect((await bed.get(link)).status).toBe(400);
  bed.setClock(0);
  const many = await own.createSignedUrls([name, `${otieno}/x.pdf`], 60);
  expect(many.data).toMatchObject([
    { error: null, signedUrl: expect.stringContaining('token=') },
    { error: expect.any(String), signedUrl: null },
  ]);
});

test('a link lives for minutes, and ends with the session that requested it', async () => {
  const [session, name] = [randomUUID(), `${wanjiru}/private.pdf`];
  await withClient(bed.ownerUrl, (owner) =>
    owner.query(
      `insert into auth.users (id, email) values ('${wanjiru}', 'wanjiru@school.test');
       insert into auth.sessions (id, user_id) values ('${session}', '${wanjiru}');
       create policy "Only while signed in" on storage.objects as restrictive to authenticated
         using (bucket_id <> 'documents' or auth.jwt() ->> 'session_id' is null or exists (select from auth.sessions s where s.id::text = auth.jwt() ->> 'session_id'))
         with check (bucket_id <> 'documents' or auth.jwt() ->> 'session_id' is null or exists (select from auth.sessions s where s.id::text = auth.jwt() ->> 'session_id'));
       grant select on auth.sessions to authenticated; grant usage on schema auth to authenticated`,
    ),
  );
  const own = (await bed.client({ role: 'authenticated', sub: wanjiru, session_id: session })).storage.from('documents');
  await own.upload(name, new Blob(['%PDF-4'], { type: 'application/pdf' }));
  for (const seconds of [365 * 24 * 3600, 3600]) expect((await own.createSignedUrl(name, seconds)).error).toMatchObject({ status: 400 });
  const read = (await own.createSignedUrl(name, 900)).data?.signedUrl ?? '';
  const write = (await own.createSignedUploadUrl(`${wanjiru}/next.pdf`)).data?.token ?? '';
  expect((await bed.get(read)).status).toBe(200);
  const readToken = new URL(read).searchParams.get('token') ?? '';
  const objects = `${origin}/storage/v1/object`;
  const page = new Blob(['%PDF-5'], { type: 'application/pdf' });
  // Each is good for one thing: not as a session, and not for the other's use.
  for (const token of [readToken, write])
    expect((await bed.get(`${objects}/documents/${name}`, { authorization: `Bearer ${token}` })).status).toBe(401);
  expect((await bed.get(`${objects}/sign/documents/${wanjiru}/next.pdf?token=${write}`)).status).toBe(400);
  expect((await own.uploadToSignedUrl(name, readToken, page)).error).toMatchObject({ status: 400 });
  expect((await bed.get(`${objects}/sign/documents/${name}?token=${await bed.sessionToken(wanjiru)}`)).status).toBe(400);
  await withClient(bed.ownerUrl, (owner) => owner.query(`delete from auth.sessions where id = '${session}'`));
  expect((await bed.get(read)).status).toBe(404);
  expect((await own.uploadToSignedUrl(`${wanjiru}/next.pdf`, write, page)).error).toMatchObject({ status: 403 });
});

test('a signed upload is accepted once and belongs to its requester', async () => {
  const own = (await bed.person(wanjiru)).storage.from('documents');
  const name = `${wanjiru}/later.pdf`;
  const { data, error } = await own.createSignedUploadUrl(name);
  expect(error).toBeNull();
  const visitor = (await bed.client(null)).storage.from('documents');
  expect((await visitor.uploadToSignedUrl(name, data?.token ?? '', new Blob(['%PDF-3'], { type: 'application/pdf' }))).data).toMatchObject({
    fullPath: `documents/${name}`,
  });
  expect((await visitor.uploadToSignedUrl(name, data?.token ?? '', new Blob(['again']))).error).toMatchObject({ status: 409 });
  expect((await visitor.uploadToSignedUrl(`${wanjiru}/other.pdf`, data?.token ?? '', new Blob(['x']))).error).toMatchObject({
    status: 400,
  });
  const { rows } = await bed.pool.query('select owner_id from storage.objects where name = $1', [name]);
  expect(rows).toEqual([{ owner_id: wanjiru }]);
  expect((await (await bed.person(otieno)).storage.from('documents').createSignedUploadUrl(name)).error).toMatchObject({ status: 403 });
});

test('only the service role manages buckets', async () => {
  const service = (await bed.client({ role: 'service_role' })).storage;
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
  const visitor = (await bed.person(wanjiru)).storage;
  expect((await visitor.listBuckets()).data).toEqual([]);
  expect((await visitor.createBucket('mine')).error).toMatchObject({ status: 403 });
});

test('the media library checks the content of a file, not its declared type', async () => {
  const media = (await bed.client({ sub: '00000000-0000-4000-8000-000000000001', role: 'authenticated' })).storage.from('cms-media');
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
  expect((await bed.service.fetch(new Request(address))).status).toBe(200);
  await bed.pool.query("update storage.objects set user_metadata = '{\"hidden\": true}' where name = 'dot.png'");
  expect((await bed.service.fetch(new Request(address))).status).toBe(404);
});

test('a page of HTML is no image in any bucket, and a text keeps its character set', async () => {
  const own = (await bed.person(wanjiru)).storage.from('documents');
  const refused = await own.upload(`${wanjiru}/page.png`, new Blob(['<!doctype html><script>1</script>'], { type: 'image/png' }));
  expect(refused.error?.message).toBe('This is a web page, not image/png.');
  await own.upload(`${wanjiru}/a.txt`, 'Habari', { contentType: 'text/plain;charset=UTF-8; boundary="x,y' });
  expect((await own.download(`${wanjiru}/a.txt`)).error).not.toBeNull();
  await own.upload(`${wanjiru}/a.txt`, 'Habari', { contentType: 'text/plain;charset=UTF-8' });
  expect((await own.download(`${wanjiru}/a.txt`)).data?.type).toBe('text/plain;charset=utf-8');
});
