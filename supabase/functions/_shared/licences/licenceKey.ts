import { CompactSign, compactVerify, createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK } from 'jose';
import { z } from 'zod';

/** What a key grants: to the school with the number, at so many campuses, from the first to the last day. */
export const licenceClaimsSchema = z.object({
  licence: z.uuid(),
  name: z.string(),
  kind: z.enum(['addon', 'plan']),
  number: z.uuid(),
  school: z.string(),
  features: z.array(z.string()),
  campuses: z.int(),
  from: z.iso.date(),
  until: z.iso.date().nullable(),
  issued: z.int(),
});
export type LicenceClaims = z.infer<typeof licenceClaimsSchema>;

const revokedSchema = z.object({ revoked: z.array(z.uuid()) });
const algorithm = 'EdDSA';

/** Signs what a key says as a compact JWS. `kind` keeps a list of revoked licences from being taken for a key. */
async function sign(claims: object, kind: string, privateKey: JWK): Promise<string> {
  const header = { alg: algorithm, typ: kind, ...(privateKey.kid ? { kid: privateKey.kid } : {}) };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader(header)
    .sign(await importJWK(privateKey, algorithm));
}

export const signLicenceKey = (claims: LicenceClaims, privateKey: JWK) => sign(claims, 'licence', privateKey);
export const signRevokedList = (revoked: readonly string[], privateKey: JWK) => sign({ revoked }, 'revoked', privateKey);

/** Why a text is no key: it has not the shape of one, or its signature does not fit what it says. */
export type KeyProblem = 'not-a-key' | 'changed';

async function read<T>(text: string, kind: string, publicKeys: JSONWebKeySet, schema: z.ZodType<T>): Promise<T | KeyProblem> {
  const key = text.replace(/\s+/g, '');
  if (!/^[\w-]{10,2000}\.[\w-]{10,100000}\.[\w-]{86}$/.test(key)) return 'not-a-key';
  const verified = await compactVerify(key, createLocalJWKSet(publicKeys), { algorithms: [algorithm] }).catch(() => null);
  if (!verified) return 'changed';
  if (verified.protectedHeader.typ !== kind) return 'not-a-key';
  const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(verified.payload)));
  return parsed.success ? parsed.data : 'not-a-key';
}

/** Verifies a key against public keys, without a connection. Line breaks and spaces that a mail has put into it are no part of it. */
export const readLicenceKey = (text: string, publicKeys: JSONWebKeySet) => read(text, 'licence', publicKeys, licenceClaimsSchema);

/** The ids of a signed list of revoked licences. */
export async function readRevokedList(text: string, publicKeys: JSONWebKeySet): Promise<string[] | KeyProblem> {
  const list = await read(text, 'revoked', publicKeys, revokedSchema);
  return typeof list === 'string' ? list : list.revoked;
}
