import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeRegistry, openS3ReleaseStore, promote, prune, publish, rollback, type ReleaseStore } from '../index.ts';
import { versionNumber, writeBuild } from '../testRelease.ts';
import { startTestBucket, type TestBucket } from './testBucket.ts';

let folder: string;
let bucket: TestBucket;
let machines = 0;
/** Another machine with the same bucket: nothing but the bucket is shared. */
const machine = () => openS3ReleaseStore(bucket, path.join(folder, `cache-${(machines += 1)}`));
let store: ReleaseStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-s3-'));
  bucket = await startTestBucket(path.join(folder, 'bucket'));
  store = machine();
});
afterEach(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

type Build = Parameters<typeof writeBuild>[1];
async function put(build: Build, on = store) {
  await publish(on, await writeBuild(folder, build));
  return { app: build.app, version: build.version };
}
const app = 'mfe-store';
const one = { app, version: versionNumber(1), files: { 'js/a.js': 'a' }, compressed: ['js/a.js'] };

test('another machine serves a release: plain, compressed and as a local file', async () => {
  await promote(store, [await put(one)]);
  const other = machine();
  expect((await other.readState()).live).toEqual({ [app]: [versionNumber(1)] });
  expect(await other.listVersions(app)).toEqual([versionNumber(1)]);
  const plain = await other.openFile(app, versionNumber(1), 'js/a.js');
  expect((await plain?.read())?.toString()).toBe('a');
  expect(await other.openFile(app, versionNumber(1), 'js/a.js', 'br')).not.toBeNull();
  expect(await other.openFile(app, versionNumber(1), 'release.json')).toBeNull();
  expect(await other.openFile(app, versionNumber(2), 'js/a.js')).toBeNull();
  expect(await other.localPath(app, versionNumber(1), 'js/a.js')).toContain(folder);
  expect(Date.now() - (await other.publishedAt(app, versionNumber(1))).getTime()).toBeLessThan(60_000);
});

test('a release never changes: publishing it again does nothing, different content is refused', async () => {
  await put(one);
  await put(one, machine());
  await expect(put({ ...one, files: { 'js/a.js': 'b' } }, machine())).rejects.toThrow('already published with different content');
});

test('of two machines that publish different contents as one version at once, one wins completely', async () => {
  const contents = ['left', 'right'];
  const results = await Promise.allSettled(
    contents.map(async (content, n) => {
      const parent = await mkdtemp(path.join(folder, `build-${n}-`));
      await publish(machine(), await writeBuild(parent, { ...one, compressed: [], files: { 'js/a.js': content, 'js/b.js': content } }));
    }),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const reader = machine();
  const read = async (file: string) => (await (await reader.openFile(app, versionNumber(1), file))?.read())?.toString();
  const winner = contents[results.findIndex(({ status }) => status === 'fulfilled')];
  expect([await read('js/a.js'), await read('js/b.js')]).toEqual([winner, winner]);
});

test('concurrent changes on several machines are all applied', async () => {
  const apps = Array.from({ length: 12 }, (_, n) => `mfe-${'abcdefghijkl'[n]}`);
  const changes = await Promise.all(apps.map((name) => put({ app: name, version: versionNumber(1) })));
  await Promise.all(changes.map((change) => promote(machine(), [change])));
  const { live, revision, history } = await store.readState();
  expect(Object.keys(live).sort()).toEqual(apps);
  expect(revision).toBe(12);
  expect(new Set(history.map((event) => event.revision)).size).toBe(12);
});

test('a change whose response is lost happens once', async () => {
  for (const n of [1, 2, 3]) await promote(store, [await put({ app, version: versionNumber(n) })]);
  bucket.loseResponses.set('/masomo/product/registry.json', 1);
  await rollback(store, app);
  expect((await store.readState()).live[app]).toEqual([versionNumber(2), versionNumber(1)]);
});

test('an incomplete release is never visible, and publishing it again succeeds', async () => {
  let puts = 0;
  bucket.fault = (request, response) => {
    if (request.method !== 'PUT' || (puts += 1) <= 1) return false;
    request.resume();
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    return true;
  };
  await expect(put(one)).rejects.toThrow('403 AccessDenied');
  bucket.fault = null;
  expect(await machine().listVersions(app)).toEqual([]);
  await promote(store, [await put(one)]);
});

test('while the bucket cannot be reached live releases are served; a file altered in the bucket is not', async () => {
  await promote(store, [await put(one)]);
  const gateway = machine();
  await gateway.prepare([one]);
  const late = machine();
  await late.readState();
  bucket.fault = (request, response) => {
    request.resume();
    if (request.method !== 'GET' || !request.url?.endsWith('/js/a.js')) {
      response.writeHead(403).end();
      return true;
    }
    response.writeHead(200).end('altered');
    return true;
  };
  expect((await (await gateway.openFile(app, versionNumber(1), 'js/a.js'))?.read())?.toString()).toBe('a');
  await expect(gateway.readState()).rejects.toThrow('403');
  const { fault } = bucket;
  bucket.fault = (request, response) => (request.url?.endsWith('/js/a.js') ? (fault?.(request, response) ?? false) : false);
  await expect(late.openFile(app, versionNumber(1), 'js/a.js')).rejects.toThrow('is not the file that was released');
});

test('prune takes releases from the bucket and from the other machines', async () => {
  const gateway = machine();
  for (let n = 1; n <= 9; n += 1) {
    await promote(store, [await put({ app, version: versionNumber(n) })]);
    await gateway.prepare([{ app, version: versionNumber(n) }]);
  }
  const later = new Date(Date.now() + 3 * 24 * 3_600_000);
  expect(await prune(store, { now: later })).toEqual([]);
  for (let n = 10; n <= 16; n += 1) await promote(store, [await put({ app, version: versionNumber(n) })]);
  const removed = await prune(store, { now: later });
  expect(removed).toContain(`${app} ${versionNumber(1)}`);
  await gateway.prepare([{ app, version: versionNumber(16) }]);
  expect(await gateway.openFile(app, versionNumber(1), 'remoteEntry.js')).toBeNull();
  expect(await composeRegistry(gateway, await gateway.readState())).toBeNull();
  const names = await readdir(path.join(folder, 'bucket/masomo/product/files', app));
  expect(names).not.toContain(versionNumber(1));
});

test('a bucket that does not respond is named, with the setting that names it', async () => {
  const away = openS3ReleaseStore({ ...bucket, url: 'http://127.0.0.1:9/masomo' }, path.join(folder, 'cache-away'));
  await expect(away.readState()).rejects.toThrow(
    /^The release bucket at http:\/\/127\.0\.0\.1:9 does not respond: .+\. Check RELEASES_BUCKET\.$/,
  );
});

test('a wrong key and an address without a bucket are reported', async () => {
  await expect(openS3ReleaseStore({ ...bucket, secret: 'wrong' }, path.join(folder, 'x')).readState()).rejects.toThrow(
    '403 SignatureDoesNotMatch',
  );
  expect(() => openS3ReleaseStore({ ...bucket, url: 'https://s3.example' }, folder)).toThrow('names no bucket');
});

test('a storage without conditional writes is refused before anything is written', async () => {
  const unconditional = await startTestBucket(path.join(folder, 'unconditional'), { conditional: false });
  const on = openS3ReleaseStore(unconditional, path.join(folder, 'y'));
  const change = await put(one, on);
  await expect(promote(on, [change])).rejects.toThrow('ignores If-Match or If-None-Match');
  expect((await on.readState()).revision).toBe(0);
  await unconditional.close();
});
