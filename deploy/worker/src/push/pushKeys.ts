import { createECDH } from 'node:crypto';

export type PushKeys = { publicKey: string; privateKey: string };

function keysOf(privateKey: string): PushKeys {
  if (!/^[\w-]{43}$/.test(privateKey))
    throw new Error('PUSH_PRIVATE_KEYS must list private keys of P-256 in base64url, separated by commas.');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return { publicKey: curve.getPublicKey('base64url'), privateKey };
}

/**
 * The key pairs of the sender of pushes. Devices turn messages on with the first; the others stay for the devices that turned them on
 * before, so that a new key loses nobody.
 */
export const readPushKeys = (setting: string | undefined): PushKeys[] =>
  (setting ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
    .map(keysOf);
