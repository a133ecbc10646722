import { createPublicKey, sign, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { releaseManifestSchema, type ReleaseManifest } from '@masomo/contracts/release';
import type { RegistryState } from './registryState.ts';
import type { ReleaseStore } from './releaseStore.ts';

/** The same value with the keys of every object in order: what is stored and read again must not lose its signature. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}

/** What a signature covers: all of a release, its files by their hashes. */
const signedBytes = ({ signature: _signature, ...release }: ReleaseManifest) => Buffer.from(JSON.stringify(sorted(release)));

/** The public key of a PEM file with a public or a private Ed25519 key, as text for the registry. Throws for another kind. */
export function publicKeyOf(pem: string): string {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('Release keys are Ed25519 keys: openssl genpkey -algorithm ed25519 -out release.pem');
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Signs the build in a folder, before it is published, with a private Ed25519 key in PEM. */
export async function signBuild(folder: string, privateKey: string): Promise<void> {
  publicKeyOf(privateKey);
  const file = path.join(folder, 'release.json');
  const release = releaseManifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const signature = sign(null, signedBytes(release), privateKey).toString('base64');
  await writeFile(file, `${JSON.stringify({ ...release, signature }, null, 2)}\n`);
}

function isSignedBy(release: ReleaseManifest, publicKey: string): boolean {
  if (release.signature === undefined) return false;
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  return verify(null, signedBytes(release), key, Buffer.from(release.signature, 'base64'));
}

/** Whether one of the app's trusted keys signed this release; true of an app without any. */
export function isSigned({ signers }: RegistryState, release: ReleaseManifest): boolean {
  const keys = signers?.[release.app];
  return !keys || keys.some((key) => isSignedBy(release, key));
}

/** Throws if the app has trusted keys and none of them signed this release. */
export function assertSigned(state: RegistryState, release: ReleaseManifest): void {
  if (!isSigned(state, release))
    throw new Error(`Refused: ${release.app} ${release.version} is not signed with a key that is trusted for ${release.app}.`);
}

/** From now on releases of the app must be signed with this key, or another one that is trusted for it. */
export function trustKey(store: ReleaseStore, app: string, publicKey: string): Promise<RegistryState> {
  return store.updateState((state) => {
    const keys = state.signers?.[app] ?? [];
    if (keys.includes(publicKey)) return state;
    return { ...state, revision: state.revision + 1, signers: { ...state.signers, [app]: [...keys, publicKey] } };
  });
}

/** Trusts none of the app's keys any more: its releases need no signature until a key is trusted again. */
export function distrustKeys(store: ReleaseStore, app: string): Promise<RegistryState> {
  return store.updateState((state) => {
    if (!state.signers?.[app]) return state;
    const { [app]: _removed, ...signers } = state.signers;
    return { ...state, revision: state.revision + 1, signers };
  });
}
