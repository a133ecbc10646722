import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { errorCode } from '../host/errorCode.ts';
import { writeDurably } from '../host/writeDurably.ts';

/** Name of the file in the data directory with the private key that signs licences. */
export const licenceKeyFile = 'licence-key.json';

const names = ['LICENCE_SIGNING_KEY', 'LICENCE_PUBLIC_KEYS', 'LICENCE_REVOCATIONS_URL'] as const;

/** For trying both sides on one machine: the keys that this installation signs are accepted by it, too. */
const ownKeys = 'own';

/**
 * Settings of licence keys. An installation that is told whose keys to accept signs none itself; any other has a key of its own, created
 * on the first start and readable by its owner only. It accepts no keys, its own neither, until it is told which.
 */
export async function licenceSettings(
  dataDir: string,
  environment: Record<string, string | undefined>,
): Promise<Record<string, string | undefined>> {
  const configured = Object.fromEntries(names.map((name) => [name, environment[name]]));
  const acceptsOwn = configured['LICENCE_PUBLIC_KEYS'] === ownKeys;
  if (!acceptsOwn && (configured['LICENCE_SIGNING_KEY'] || configured['LICENCE_PUBLIC_KEYS'])) return configured;
  const signingKey = configured['LICENCE_SIGNING_KEY'] ?? (await loadOwnKey(dataDir));
  return { ...configured, LICENCE_SIGNING_KEY: signingKey, ...(acceptsOwn ? { LICENCE_PUBLIC_KEYS: publicPartOf(signingKey) } : {}) };
}

async function loadOwnKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, licenceKeyFile);
  return readFile(file, 'utf8').catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const created = JSON.stringify({ ...(await exportJWK(privateKey)), kid: randomUUID() });
    writeDurably(file, created);
    return created;
  });
}

const ownKeySchema = z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string().optional() });
const publicPartOf = (key: string) => JSON.stringify({ keys: [{ ...ownKeySchema.parse(JSON.parse(key)), alg: 'EdDSA' }] });
