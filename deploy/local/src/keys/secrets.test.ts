import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

describe('the secrets of an installation', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-secrets-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('are created once, readable by their owner only', async () => {
    const first = await loadSecrets(dataDir);
    const second = await loadSecrets(dataDir);
    expect(second.publishableKey).toBe(first.publishableKey);
    expect(second.secretKey).toBe(first.secretKey);
    expect(second.keys.kid).toBe(first.keys.kid);
    expect(statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('have a key for pushes, which an older installation gets and every start keeps', async () => {
    const { pushKeys, secretKey } = await loadSecrets(dataDir);
    expect(Buffer.from(pushKeys[0] ?? '', 'base64url')).toHaveLength(32);
    expect((await loadSecrets(dataDir)).pushKeys).toEqual(pushKeys);
    const file = path.join(dataDir, 'secrets.json');
    const { pushKeys: _, ...older } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify(older));
    const added = await loadSecrets(dataDir);
    expect(added.secretKey).toBe(secretKey);
    expect(added.pushKeys).not.toEqual(pushKeys);
    expect(await loadSecrets(dataDir)).toMatchObject({ pushKeys: added.pushKeys });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('publish no private key', async () => {
    const { keys } = await loadSecrets(dataDir);
    expect(keys.jwks.keys).toHaveLength(1);
    expect(keys.jwks.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' });
    expect(keys.jwks.keys[0]).not.toHaveProperty('d');
  });

  it.each(['{}', 'not even JSON', '{"signingKey": {"kty": "EC"}}'])('that are damaged fail with one line: %s', async (content) => {
    writeFileSync(path.join(dataDir, 'secrets.json'), content);
    await expect(loadSecrets(dataDir)).rejects.toThrow(/secrets\.json is damaged\. Restore it from a backup/);
  });
});
