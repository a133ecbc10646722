import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { readLicenceKey, readRevokedList, signLicenceKey, signRevokedList, type LicenceClaims } from './licenceKey.ts';

const claims: LicenceClaims = {
  licence: '0b6f3f57-8a0c-4f0e-9b52-0c0b7f0f3a11',
  name: 'Quick Fees',
  kind: 'addon',
  number: '1c6f3f57-8a0c-4f0e-9b52-0c0b7f0f3a22',
  school: 'Lakeside School',
  features: ['addon:quick-fees'],
  campuses: 1,
  from: '2027-01-01',
  until: '2027-12-31',
  issued: 1_800_000_000,
};
let seller: JWK;
let stranger: JWK;
const pair = async () => ({
  ...(await exportJWK((await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })).privateKey)),
  kid: 'one',
});
const publicPart = ({ kty, crv, x, kid }: JWK) => ({ keys: [{ kty, crv, x, kid } as JWK & { kty: string }] });
const part = (text: object) => Buffer.from(JSON.stringify(text)).toString('base64url');

beforeAll(async () => {
  [seller, stranger] = await Promise.all([pair(), pair()]);
});

it('reads what was signed, also as a mail has broken it into lines', async () => {
  const key = await signLicenceKey(claims, seller);
  expect(await readLicenceKey(key, publicPart(seller))).toEqual(claims);
  expect(await readLicenceKey(` ${key.slice(0, 40)}\n${key.slice(40)} \n`, publicPart(seller))).toEqual(claims);
  expect(await signLicenceKey(claims, seller)).toBe(key);
});

it('finds a changed date, a changed letter, another signer and another algorithm', async () => {
  const key = await signLicenceKey(claims, seller);
  const [header = '', , signature = ''] = key.split('.');
  const later = `${header}.${part({ ...claims, until: '2099-12-31' })}.${signature}`;
  const unsigned = `${part({ alg: 'none', typ: 'licence' })}.${part(claims)}.${signature}`;
  const secret = `${part({ alg: 'HS256', typ: 'licence', kid: 'one' })}.${part(claims)}.${signature}`;
  // Not its last letter, some bits of which say nothing.
  const letter = `${key.slice(0, -10)}${key.at(-10) === 'A' ? 'B' : 'A'}${key.slice(-9)}`;
  for (const forged of [later, unsigned, secret, await signLicenceKey(claims, stranger), letter])
    expect(await readLicenceKey(forged, publicPart(seller))).toBe('changed');
});

it('takes neither a sentence, nor a part of a key, nor a list of revoked licences for a key', async () => {
  const key = await signLicenceKey(claims, seller);
  const list = await signRevokedList([claims.licence], seller);
  for (const text of ['', 'my key', key.slice(0, 60), 'a.b.c', list])
    expect(await readLicenceKey(text, publicPart(seller))).toBe('not-a-key');
  expect(await readRevokedList(list, publicPart(seller))).toEqual([claims.licence]);
  expect(await readRevokedList(key, publicPart(seller))).toBe('not-a-key');
  expect(await readRevokedList(list, publicPart(stranger))).toBe('changed');
});
