import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { createPrivateJwk, signingKeys, type SigningKeys } from './signingKeys.ts';
import { errorCode } from '../host/errorCode.ts';
import { writeDurably } from '../host/writeDurably.ts';

const secretsSchema = z.object({
  signingKey: z.looseObject({ kty: z.string(), kid: z.string() }),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  pushKeys: z.array(z.string()).min(1).optional(),
});

/** Signing keys and API keys of one installation, and the private keys with which it sends pushes, the current one first. */
export type Secrets = { keys: SigningKeys; publishableKey: string; secretKey: string; pushKeys: string[] };

/** Loads the secrets of a data directory; creates them on the first call, readable by their owner only. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return createSecrets(file);
    throw error;
  });
  const parsed = secretsSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${file} is damaged. Restore it from a backup, or delete it: every user then has to sign in again.`);
  const { signingKey, publishableKey, secretKey } = parsed.data;
  const pushKeys = parsed.data.pushKeys ?? [createPushKey()];
  // An installation of before there were pushes.
  if (!parsed.data.pushKeys) writeDurably(file, JSON.stringify({ ...parsed.data, pushKeys }, null, 2));
  return { keys: await signingKeys(signingKey), publishableKey, secretKey, pushKeys };
}

const createPushKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d ?? '';

async function createSecrets(file: string): Promise<string> {
  const text = JSON.stringify(
    {
      signingKey: await createPrivateJwk(),
      publishableKey: `sb_publishable_${randomBytes(16).toString('base64url')}`,
      secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
      pushKeys: [createPushKey()],
    },
    null,
    2,
  );
  writeDurably(file, text);
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
