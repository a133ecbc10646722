import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { composeRegistry, openFileReleaseStore, promote, publish, rollback, startCanary, type ReleaseStore } from './index.ts';
import { distrustKeys, publicKeyOf, signBuild, trustKey } from './signatures.ts';
import { versionNumber, writeBuild } from './testRelease.ts';

const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const [ours, foreign] = [newKey(), newKey()];
const app = 'mfe-store';
let folder: string;
let store: ReleaseStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-signatures-'));
  store = openFileReleaseStore(path.join(folder, 'store'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function publishSigned(n: number, key?: string, change?: (text: string) => string) {
  const build = await writeBuild(folder, { app, version: versionNumber(n) });
  if (key) await signBuild(build, key);
  const file = path.join(build, 'release.json');
  if (change) await writeFile(file, change(await readFile(file, 'utf8')));
  await publish(store, build);
  return { app, version: versionNumber(n) };
}

it('only signed releases of an app with trusted keys become live, as canaries too', async () => {
  await promote(store, [await publishSigned(1)]);
  await trustKey(store, app, publicKeyOf(ours));
  await promote(store, [await publishSigned(2, ours)]);
  const refusal = 'is not signed with a key that is trusted for mfe-store';
  const others = [
    await publishSigned(3),
    await publishSigned(4, foreign),
    await publishSigned(5, ours, (text) => text.replace('"/store"', '"/shop"')),
  ];
  for (const other of others) {
    await expect(promote(store, [other])).rejects.toThrow(refusal);
    await expect(startCanary(store, app, { version: other.version, percent: 1 })).rejects.toThrow(refusal);
  }
  expect((await store.readState()).live[app]?.[0]).toBe(versionNumber(2));
  // A second key, for the time in which a team changes it.
  await trustKey(store, app, publicKeyOf(foreign));
  await promote(store, [{ app, version: versionNumber(4) }]);
  // What was live once and is signed may become live again.
  await rollback(store, app);
  expect((await store.readState()).signers?.[app]).toHaveLength(2);
  await distrustKeys(store, app);
  await promote(store, [{ app, version: versionNumber(3) }]);
});

it('an unsigned release becomes current in no other way: by a rollback, as what browsers fall back to, or beside a canary', async () => {
  await promote(store, [await publishSigned(1)]);
  await promote(store, [await publishSigned(2, ours)]);
  const shell = await writeBuild(folder, { app: 'shell', version: versionNumber(1) });
  await publish(store, shell);
  await promote(store, [{ app: 'shell', version: versionNumber(1) }]);
  const fallback = async () => (await composeRegistry(store, await store.readState()))?.remotes[app]?.previous?.version;
  expect(await fallback()).toBe(versionNumber(1));
  await trustKey(store, app, publicKeyOf(ours));
  expect(await fallback()).toBeUndefined();
  await expect(rollback(store, app)).rejects.toThrow('is not signed with a key');
  await expect(rollback(store, app, { abandon: versionNumber(2) })).rejects.toThrow('is not signed with a key');
  expect((await store.readState()).live[app]?.[0]).toBe(versionNumber(2));
  await promote(store, [await publishSigned(3, ours)]);
  await rollback(store, app);
  expect((await store.readState()).live[app]?.[0]).toBe(versionNumber(2));
});

it('accepts no other kind of key', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => publicKeyOf(rsa)).toThrow('Ed25519');
});
