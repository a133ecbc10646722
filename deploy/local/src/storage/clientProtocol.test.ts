import { Readable } from 'node:stream';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStorageTestBed, image, origin, type StorageTestBed } from './storageTestBed.ts';

// What the tests of Supabase's own storage client ask of a server, beside what the other tests here ask for. Titles are theirs.
type Storage = SupabaseClient['storage'];
let bed: StorageTestBed;
let storage: Storage;
let bucket: string;
let files: ReturnType<Storage['from']>;
let buckets = 0;

beforeAll(async () => {
  bed = await createStorageTestBed();
  storage = (await bed.client({ role: 'service_role' })).storage;
  await storage.createBucket('bucket-move');
});
afterAll(() => bed.close());
beforeEach(async () => {
  bucket = `bucket-${(buckets += 1)}`;
  await storage.createBucket(bucket, { public: true });
  files = storage.from(bucket);
});

const bytes = new Uint8Array([1, 2, 3]);
const upload = async (name = 'path/file.jpg') => {
  expect((await files.upload(name, image())).error).toBeNull();
  return name;
};
const form = () => {
  const data = new FormData();
  data.append('', new Blob([bytes]), 'file.txt');
  return data;
};

test('bucket api: create, get, update in part, empty and delete, and what is missing', async () => {
  const options = { public: true, fileSizeLimit: '20mb', allowedMimeTypes: ['image/jpeg'] };
  expect((await storage.createBucket('mine', options)).data).toEqual({ name: 'mine' });
  expect((await storage.updateBucket('mine', { public: false })).data).toEqual({ message: 'Successfully updated' });
  expect((await storage.getBucket('mine')).data).toMatchObject({
    public: false,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/jpeg'],
  });
  expect((await storage.emptyBucket('mine')).data).toEqual({
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  });
  expect((await storage.deleteBucket('mine')).data).toEqual({ message: 'Successfully deleted' });
  expect((await storage.getBucket('mine')).error?.message).toBe('Bucket not found');
  expect((await storage.from('mine').upload('a.png', image())).error?.message).toBe('Bucket not found');
});

test.each<[string, () => Parameters<typeof files.upload>[1]]>([
  ['form-data', form],
  ['buffer', () => Buffer.from(bytes)],
  ['array buffer', () => bytes.buffer],
  ['blob', () => new Blob([bytes])],
  ['readable stream', () => Readable.from([bytes])],
])('uploading using %s, by path and by signed url', async (_kind, body) => {
  expect((await files.upload('a/file', body())).data?.path).toBe('a/file');
  const { data } = await files.createSignedUploadUrl('b/file');
  expect(data).toMatchObject({
    path: 'b/file',
    signedUrl: expect.stringContaining(`${origin}/storage/v1/object/upload/sign/${bucket}/b/file`),
  });
  expect((await files.uploadToSignedUrl('b/file', data?.token ?? '', body())).data?.path).toBe('b/file');
  expect(await Promise.all(['a/file', 'b/file'].map(async (name) => (await files.download(name)).data?.size))).toEqual([3, 3]);
});

test('can upload with custom metadata, and get object info', async () => {
  const metadata = { custom: 'metadata', second: 'second' };
  await files.upload('a.jpg', image(), { metadata });
  const { data } = await files.info('a.jpg');
  expect(data).toMatchObject({ name: 'a.jpg', bucketId: bucket, size: 3, contentType: 'image/png', metadata });
  for (const name of ['id', 'createdAt', 'lastModified', 'cacheControl', 'etag', 'version'] as const)
    expect([name, typeof data?.[name]]).toEqual([name, 'string']);
  expect(data).not.toHaveProperty('updatedAt');
  expect((await files.info('gone.jpg')).error).not.toBeNull();
});

test('cannot upload a file that exceeds the size limit, or of an invalid mime type', async () => {
  await storage.createBucket('limited', { public: true, fileSizeLimit: '1kb', allowedMimeTypes: ['image/png'] });
  const limited = storage.from('limited');
  expect((await limited.upload('a.png', image())).error).toBeNull();
  expect((await limited.upload('b.png', image(Array.from({ length: 2_000 }, () => 1)))).error).toMatchObject({
    message: 'The object exceeded the maximum allowed size',
    statusCode: '413',
  });
  expect((await limited.upload('c.jpg', bytes, { contentType: 'image/jpeg' })).error).toMatchObject({
    message: 'mime type image/jpeg is not supported',
    statusCode: '415',
  });
});

test('can upload overwriting files with a signed url, and otherwise not twice', async () => {
  const name = await upload();
  const once = await files.createSignedUploadUrl('once.jpg');
  const again = () => files.uploadToSignedUrl('once.jpg', once.data?.token ?? '', image());
  expect((await again()).error).toBeNull();
  expect((await again()).error).toMatchObject({ message: 'The resource already exists', statusCode: '409' });
  const { data } = await files.createSignedUploadUrl(name, { upsert: true });
  expect((await files.uploadToSignedUrl(name, data?.token ?? '', image([7, 8]))).error).toBeNull();
  expect((await files.download(name)).data?.size).toBe(2);
});

test('list objects: files with their id and metadata, folders without', async () => {
  await upload('testpath/a.jpg');
  expect((await files.list('testpath')).data).toEqual([
    expect.objectContaining({ name: 'a.jpg', id: expect.any(String), metadata: expect.any(Object), created_at: expect.any(String) }),
  ]);
  expect((await files.list()).data).toEqual([expect.objectContaining({ name: 'testpath', id: null })]);
});

test('move and copy object to different path, and across buckets', async () => {
  const name = await upload();
  expect((await files.copy(name, 'copied.jpg')).data).toEqual({ path: `${bucket}/copied.jpg` });
  expect((await files.copy(name, `${bucket}.jpg`, { destinationBucket: 'bucket-move' })).data).toEqual({
    path: `bucket-move/${bucket}.jpg`,
  });
  expect((await files.move(name, `moved-${bucket}.jpg`, { destinationBucket: 'bucket-move' })).data).toEqual({
    message: 'Successfully moved',
  });
  for (const moved of [`${bucket}.jpg`, `moved-${bucket}.jpg`])
    expect((await storage.from('bucket-move').download(moved)).data?.size).toBe(3);
  expect((await files.exists(name)).data).toBe(false);
  expect((await files.move('gone.jpg', 'there.jpg')).error).not.toBeNull();
});

test('check if object exists, downloads it as a stream, removes it', async () => {
  const name = await upload();
  expect((await files.exists(name)).data).toBe(true);
  const { data: stream } = await files.download(name).asStream();
  expect(await new Response(stream).bytes()).toEqual(bytes);
  expect((await files.remove([name])).data).toEqual([expect.objectContaining({ name, bucket_id: bucket, id: expect.any(String) })]);
  expect((await files.exists(name)).data).toBe(false);
  expect((await files.download(name)).error).not.toBeNull();
});

test('sign urls, one and several, with a name for the download and for what is missing', async () => {
  const name = await upload();
  const { data } = await files.createSignedUrl(name, 60, { download: 'test.jpg', transform: {} });
  expect(data?.signedUrl).toMatch(new RegExp(`^${origin}/storage/v1/object/sign/${bucket}/${name}\\?token=[^&]+&download=test.jpg$`));
  expect((await bed.get(data?.signedUrl ?? '')).headers.get('content-disposition')).toContain('filename="test.jpg"');
  const several = (await files.createSignedUrls([name, 'gone.jpg'], 60)).data;
  expect(several?.map(({ error, signedUrl }) => [error === null, Boolean(signedUrl)])).toEqual([
    [true, true],
    [false, false],
  ]);
  expect((await files.createSignedUrl('gone.jpg', 60)).error).not.toBeNull();
});
