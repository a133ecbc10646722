import { networkOf, unknownNetwork } from '@masomo/domain/networkOf';
import { secretKeys, setting } from './environment.ts';
import { database } from './database.ts';

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Compares in constant time. */
export async function isSameText(left: string, right: string): Promise<boolean> {
  const [one, other] = await Promise.all([digest(left), digest(right)]);
  return one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;
}

/** Whether the request carries a secret key, as schedules and other functions do. */
export async function isServiceCall(request: Request): Promise<boolean> {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '');
  for (const key of secretKeys()) {
    for (const given of [request.headers.get('apikey'), bearer]) {
      if (given && (await isSameText(given, key))) return true;
    }
  }
  return false;
}

/** Id of the signed-in user, if there is one. */
export async function callerId(request: Request): Promise<string | undefined> {
  const token = /^Bearer\s+(\S+\.\S+\.\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) return undefined;
  const { data } = await database().auth.getUser(token);
  return data.user?.id;
}

/** How many proxies before the functions append to `X-Forwarded-For`. Entries before theirs are what the sender wrote. */
const trustedHops = () => Math.max(1, Number(setting('TRUSTED_HOPS')) || 1);

/** Keyed hash of the sender's network for rate limits, so that the address itself is not stored; none where it is unknown. */
export async function senderKey(request: Request): Promise<string | undefined> {
  const network = networkOf(request.headers.get('x-forwarded-for')?.split(',').at(-trustedHops()));
  const [secret] = secretKeys();
  if (network === unknownNetwork || !secret) return undefined;
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(network)));
  return [...signature.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
