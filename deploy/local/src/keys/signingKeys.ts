import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JSONWebKeySet, type JWK } from 'jose';

/** The key that signs tokens, and what others verify them with. */
export type SigningKeys = { kid: string; privateKey: CryptoKey; jwks: JSONWebKeySet };

/** A new private ES256 key as JWK, with an id; to be kept in a file only the owner reads. */
export async function createPrivateJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'ES256', use: 'sig' };
}

/** The working form of a private ES256 JWK. */
export async function signingKeys(jwk: JWK): Promise<SigningKeys> {
  const { kty, crv, x, y, kid } = jwk;
  if (!kid || !jwk.d) throw new Error('The signing key has no private part or no id. Delete the file and start again to make a new one.');
  const privateKey = await importJWK(jwk, 'ES256');
  if (privateKey instanceof Uint8Array)
    throw new Error('The signing key is no elliptic curve key. Delete the file and start again to make a new one.');
  return { kid, privateKey, jwks: { keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as JWK] } };
}
