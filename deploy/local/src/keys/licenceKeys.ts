import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { errorCode } from '../host/errorCode.ts';
import { writeDurably } from '../host/writeDurably.ts';

/** Name of the file in the data directory with the private key that signs licences. */
export const licenceKeyFile = 'licence-key.json';

const names = ['LICENCE_SIGNING_KEY', 'LICENCE_PUBLIC_KEYS', 'LICENCE_REVOCATIONS_URL'] as const;

/**
 * Settings of licence keys. An installation that is told whose keys to accept signs none itself; any other has a key of its own, created
 * on the first start and readable by its owner only.
 */
export async function licenceSettings(
  dataDir: string,
  environment: Record<string, string | undefined>,
): Promise<Record<string, string | undefined>> {
  const configured = Object.fromEntries(names.map((name) => [name, environment[name]]));
  if (configured['LICENCE_SIGNING_KEY'] || configured['LICENCE_PUBLIC_KEYS']) return configured;
  const file = path.join(dataDir, licenceKeyFile);
  const text = await readFile(file, 'utf8').catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const created = JSON.stringify({ ...(await exportJWK(privateKey)), kid: randomUUID() });
    writeDurably(file, created);
    return created;
  });
  return { ...configured, LICENCE_SIGNING_KEY: text };
}
