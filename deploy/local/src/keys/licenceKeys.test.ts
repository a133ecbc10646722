import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { licenceSettings } from './licenceKeys.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-licence-keys-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

it('an installation that was told nothing signs with a key of its own and accepts none, not even that one', async () => {
  const settings = await licenceSettings(dataDir, {});
  expect(JSON.parse(settings['LICENCE_SIGNING_KEY'] ?? '')).toMatchObject({ kty: 'OKP', d: expect.any(String) });
  expect(settings['LICENCE_PUBLIC_KEYS']).toBeUndefined();
  expect((await licenceSettings(dataDir, { LICENCE_SIGNING_KEY: '{}' }))['LICENCE_PUBLIC_KEYS']).toBeUndefined();
});

it('its own key is accepted where that is said', async () => {
  const { LICENCE_PUBLIC_KEYS: keys, LICENCE_SIGNING_KEY: signing = '' } = await licenceSettings(dataDir, { LICENCE_PUBLIC_KEYS: 'own' });
  const { d: _private, ...publicPart } = JSON.parse(signing) as Record<string, string>;
  expect(JSON.parse(keys ?? '')).toEqual({ keys: [{ ...publicPart, alg: 'EdDSA' }] });
});

it('an installation that was told whose keys to accept signs none', async () => {
  expect(await licenceSettings(dataDir, { LICENCE_PUBLIC_KEYS: '{"keys":[]}' })).toEqual({
    LICENCE_PUBLIC_KEYS: '{"keys":[]}',
    LICENCE_SIGNING_KEY: undefined,
    LICENCE_REVOCATIONS_URL: undefined,
  });
});
