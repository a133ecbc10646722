import { call } from '../database.ts';
import { setting } from '../environment.ts';
import { publicKeys } from './keys.ts';
import { readRevokedList } from './licenceKey.ts';

const timeoutMs = 10_000;

/** Fetches the seller's list of revoked licences. Without a connection, or a list that the seller signed, everything stays as it is. */
export async function checkRevoked(): Promise<{ checked: boolean; revoked?: unknown }> {
  const [url, keys] = [setting('LICENCE_REVOCATIONS_URL'), publicKeys()];
  if (!url || !keys) return { checked: false };
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  if (!response?.ok) return { checked: false };
  const revoked = await readRevokedList(await response.text(), keys);
  if (typeof revoked === 'string') {
    console.error(`The list of revoked licences at ${url} is not signed by who issues the licences, so it is not used.`);
    return { checked: false };
  }
  return { checked: true, revoked: await call('apply_revoked_licences', { revoked }) };
}
