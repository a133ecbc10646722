import { hkdfSync } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JSONWebKeySet, type JWK } from 'jose';

/** The private key that signs tokens of sessions and of the server, and the public key set that verifies them. */
export type SigningKeys = {
  kid: string;
  privateKey: CryptoKey;
  jwks: JSONWebKeySet;
  /** Signs links to files: the part that verifies sessions does not know it, so that no link is ever taken for one. */
  linkSecret: Uint8Array;
};

/** Creates a private ES256 key as JWK with an id. Store it in a file that only its owner can read. */
export async function createPrivateJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'ES256', use: 'sig' };
}

/** Imports a private ES256 JWK and derives its public key set. Throws when the private part or the id is missing. */
export async function signingKeys(jwk: JWK): Promise<SigningKeys> {
  const { kty, crv, x, y, kid } = jwk;
  if (!kid || !jwk.d) throw new Error('The signing key has no private part or no id. Delete the file and start again to create a new one.');
  const privateKey = await importJWK(jwk, 'ES256');
  if (privateKey instanceof Uint8Array)
    throw new Error('The signing key is not an elliptic curve key. Delete the file and start again to create a new one.');
  const linkSecret = new Uint8Array(hkdfSync('sha256', Buffer.from(jwk.d, 'base64url'), '', 'links to files', 32));
  const jwks = { keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } satisfies JWK] };
  return { kid, privateKey, jwks, linkSecret };
}
