import { unwrap } from '@masomo/data';
import { getClient } from './client.ts';

/** Not among the personal data that signing out removes: a trusted device stays one. */
const storageName = 'masomo-trusted-device';

function tokenOf(userId: string): string | undefined {
  try {
    const [id, token] = (localStorage.getItem(storageName) ?? '').split(' ');
    return id === userId ? token : undefined;
  } catch {
    return undefined;
  }
}

/** For how many days the person who is entering a code may trust this device; 0: not at all. */
export async function countTrustDays(): Promise<number> {
  return unwrap(await (await getClient()).rpc('trust_days', {}, { get: true }));
}

/** Trusts this device from now on, after a code was entered. After a failure the next sign-in needs a code, as before. */
export async function trustThisDevice(userId: string): Promise<void> {
  const { data } = await (await getClient()).rpc('trust_device', { device: navigator.userAgent });
  if (!data) return;
  try {
    localStorage.setItem(storageName, `${userId} ${data}`);
  } catch {
    // Storage is blocked: the device cannot be told again.
  }
}

/** Whether the person needs no code at this device. What it may do is decided by the database, so without a connection it is taken at its word. */
export async function isTrustedHere(userId: string): Promise<boolean> {
  const token = tokenOf(userId);
  if (!token) return false;
  const { data, status } = await (await getClient()).rpc('use_trusted_device', { token });
  if (status === 0) return true;
  if (data === false) localStorage.removeItem(storageName);
  return data === true;
}
