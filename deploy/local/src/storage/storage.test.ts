import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStorageTestBed, image, origin, type StorageTestBed, wanjiru } from './storageTestBed.ts';

let bed: StorageTestBed;
beforeAll(async () => {
  bed = await createStorageTestBed();
});
afterAll(() => bed.close());

test('an uploaded image is served at its public URL, and kept as long as the server says', async () => {
  const site = (await bed.person(wanjiru)).storage.from('site');
  const { data, error } = await site.upload('media/my logo.png', image(), { cacheControl: '60' });
  expect(error).toBeNull();
  expect(data).toMatchObject({
    path: 'media/my logo.png',
    fullPath: 'site/media/my logo.png',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const { publicUrl } = site.getPublicUrl('media/my logo.png').data;
  const response = await bed.get(publicUrl);
  expect([response.status, [...new Uint8Array(await response.arrayBuffer())]]).toEqual([200, [1, 2, 3]]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '3',
    'cache-control': 'public, no-cache',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
  expect(response.headers.get('content-disposition')).toBeNull();

  const etag = response.headers.get('etag') ?? '';
  expect((await bed.get(publicUrl, { 'if-none-match': etag })).status).toBe(304);
  expect((await bed.get(publicUrl, {}, 'HEAD')).headers.get('content-length')).toBe('3');
  const named = await bed.get(`${publicUrl}?download=${encodeURIComponent('Nembo ya shule "é".png')}`);
  expect(named.headers.get('content-disposition')).toBe(
    `attachment; filename="Nembo ya shule ___.png"; filename*=UTF-8''Nembo%20ya%20shule%20%22%C3%A9%22.png`,
  );
});

test('ranges', async () => {
  const site = (await bed.person(wanjiru)).storage.from('site');
  await site.upload('range.png', image([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  const { publicUrl } = site.getPublicUrl('range.png').data;
  const requestRange = async (range: string, more: Record<string, string> = {}) => {
    const response = await bed.get(publicUrl, { range, ...more });
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

test('replace, copy, move, list, remove', async () => {
  const site = (await bed.person(wanjiru)).storage.from('site');
  await site.upload('work/one.png', image([1]));
  expect((await site.upload('work/one.png', image([2]))).error).toMatchObject({ status: 409, message: 'The resource already exists' });
  const before = await bed.diskFiles();
  expect((await site.upload('work/one.png', image([2]), { upsert: true })).error).toBeNull();
  expect((await site.update('work/one.png', image([3]))).error).toBeNull();
  expect(await bed.diskFiles()).toBe(before);
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
  const disk = await bed.diskFiles();
  expect((await site.remove(['work/deep/two.png', 'work/three.png', 'work/never.png'])).data).toHaveLength(2);
  expect(await bed.diskFiles()).toBe(disk - 2);
});

test('concurrent replacements leave one complete file', async () => {
  const site = (await bed.person(wanjiru)).storage.from('site');
  await site.upload('race.png', image([0]));
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => site.upload('race.png', image(Array<number>(500).fill(index)), { upsert: true })),
  );
  expect(results.filter(({ error }) => error !== null)).toEqual([]);
  const bytes = new Uint8Array((await (await site.download('race.png')).data?.arrayBuffer()) ?? new ArrayBuffer());
  expect([bytes.length, new Set(bytes).size]).toEqual([500, 1]);
});

test('orphaned files are deleted, recent ones are kept', async () => {
  const before = await bed.diskFiles();
  const old = path.join(bed.folder, 'dead.part');
  await writeFile(old, 'x');
  await writeFile(path.join(bed.folder, 'young.part'), 'x');
  await utimes(old, 0, 0);
  expect(await bed.service.removeOrphanedFiles()).toBe(1);
  expect(await bed.diskFiles()).toBe(before + 1);
});

test('the second list names whole keys, folders on demand, in pages', async () => {
  const site = (await bed.person(wanjiru)).storage.from('site');
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
  const site = (await bed.person(wanjiru)).storage.from('site');
  await site.upload('pic/a.png', image([1]));
  await site.upload('pic/a-480.png', image([4]));
  await site.upload('pic/a-960.png', image([9]));
  const firstByte = async (address: string) => new Uint8Array(await (await bed.get(address)).arrayBuffer())[0];
  const at = (width: number) => site.getPublicUrl('pic/a.png', { transform: { width } }).data.publicUrl;
  expect(await Promise.all([100, 480, 500, 2_000].map((width) => firstByte(at(width))))).toEqual([4, 4, 9, 1]);
  const { data } = await site.createSignedUrl('pic/a.png', 60, { transform: { width: 200, height: 200, quality: 60 } });
  const signed = await bed.get(data?.signedUrl ?? '');
  expect([signed.status, signed.headers.get('x-transformations')]).toEqual([200, 'height:200,width:200,resizing_type:fill,quality:60']);
  expect((await site.download('pic/a.png', { transform: { width: 900 } })).data?.size).toBe(1);
  expect((await bed.get(at(100).replace('width=100', 'width=1e9'))).status).toBe(400);
  await site.upload('pic/b.pdf', new Blob(['%PDF'], { type: 'application/pdf' }));
  expect((await bed.get(at(100).replace('a.png', 'b.pdf'))).status).toBe(400);
  // Who may not see the image sees no copy either.
  const hidden = `${origin}/storage/v1/render/image/authenticated/site/pic/a.png?width=100`;
  expect((await bed.get(hidden)).status).toBe(404);
});

test('answers that Supabase’s clients look for', async () => {
  const refused = await (await bed.get(`${origin}/storage/v1/bucket`)).json();
  expect(refused).toMatchObject({ message: 'Invalid Compact JWS', statusCode: '403' });
  const site = (await bed.person(wanjiru)).storage.from('site');
  expect((await site.upload('a.exe', new Blob(['x'], { type: 'text/csv' }))).error).toMatchObject({ statusCode: '415', status: 400 });
  await site.upload('there.png', image());
  const [address, gone] = [`${origin}/storage/v1/object/public/site/there.png`, `${origin}/storage/v1/object/public/site/gone.png`];
  expect([(await bed.get(address, {}, 'HEAD')).status, (await bed.get(gone, {}, 'HEAD')).status]).toEqual([200, 404]);
  expect(await (await bed.get(address.replace('/public/', '/info/public/'))).json()).not.toHaveProperty('updated_at');
});

test('what Supabase’s client sends without a type, or as text, is taken', async () => {
  const documents = (await bed.person(wanjiru)).storage.from('documents');
  const typeless = `${wanjiru}/typeless`;
  const { data: upload } = await documents.createSignedUploadUrl(typeless);
  const sent = await bed.service.fetch(
    new Request(`${origin}/storage/v1/object/upload/sign/documents/${typeless}?token=${upload?.token ?? ''}`, {
      method: 'PUT',
      headers: { 'content-type': 'undefined' },
      body: new Uint8Array([1, 2, 3]),
    }),
  );
  expect(sent.status).toBe(200);
  expect((await documents.info(typeless)).data?.contentType).toBe('application/octet-stream');

  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const [picture, words] = [`${wanjiru}/picture`, `${wanjiru}/words`];
  await documents.upload(picture, png);
  await documents.upload(words, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  const transformed = async (name: string) => {
    const { data } = await documents.createSignedUrl(name, 60, { transform: { width: 200 } });
    return bed.get(data?.signedUrl ?? '');
  };
  expect((await transformed(picture)).headers.get('content-type')).toBe('image/png');
  expect((await transformed(words)).status).toBe(400);
});
