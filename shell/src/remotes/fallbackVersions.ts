import type { RegistryRemote, RegistryVersion } from '@masomo/contracts/registry';
import type { ShellError } from './shellErrors.ts';

/** One thing to try: a version, at its n-th address. */
export type Candidate = { release: RegistryVersion; attempt: number };

const attempts = new Map<string, number>();
const broken = new Set<string>();

const idOf = (name: string, release: RegistryVersion) => `${name}@${release.version}`;
const candidateOf = (name: string, release: RegistryVersion): Candidate => ({ release, attempt: attempts.get(idOf(name, release)) ?? 0 });

/** The version to start with: the live one, unless it failed on this page and there is a last good one. */
export function firstCandidate(name: string, remote: RegistryRemote): Candidate {
  return candidateOf(name, remote.previous && broken.has(idOf(name, remote)) ? remote.previous : remote);
}

/**
 * What to try after a failure: once more at a fresh address when the download failed, else the last good version,
 * else nothing. `tried` counts the failures of this visit.
 */
export function nextCandidate(name: string, remote: RegistryRemote, failed: Candidate, error: ShellError, tried: number): Candidate | null {
  attempts.set(idOf(name, failed.release), failed.attempt + 1);
  const isLive = failed.release.version === remote.version;
  if (!isLive) return null;
  if (error.kind === 'entryNotLoaded' && tried === 1) return candidateOf(name, failed.release);
  broken.add(idOf(name, remote));
  return remote.previous ? candidateOf(name, remote.previous) : null;
}

/** What took too long has come after all: it is as good as if it had come in time. */
export function welcome(name: string, { release, attempt }: Candidate): void {
  broken.delete(idOf(name, release));
  attempts.set(idOf(name, release), attempt);
}

/** A person asked to try again: the live version gets another chance, at a fresh address. */
export function forgive(name: string, remote: RegistryRemote | undefined): void {
  if (!remote) return;
  broken.delete(idOf(name, remote));
  attempts.set(idOf(name, remote), (attempts.get(idOf(name, remote)) ?? 0) + 1);
}
