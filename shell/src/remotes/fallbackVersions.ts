import type { RegistryRemote, RegistryVersion } from '@masomo/contracts/registry';
import type { ShellError } from './shellErrors.ts';

/** A version to load and the index of its address: the federation runtime never retries one that failed. */
export type VersionAttempt = { release: RegistryVersion; attempt: number };

const attemptCounts = new Map<string, number>();
const brokenVersions = new Set<string>();

const idOf = (name: string, release: RegistryVersion) => `${name}@${release.version}`;
const attemptOf = (name: string, release: RegistryVersion): VersionAttempt => ({
  release,
  attempt: attemptCounts.get(idOf(name, release)) ?? 0,
});

/** The version a visit starts with: the live one, unless it failed on this page and there is a last good one. */
export function firstVersion(name: string, remote: RegistryRemote): VersionAttempt {
  return attemptOf(name, remote.previous && brokenVersions.has(idOf(name, remote)) ? remote.previous : remote);
}

/**
 * What to try after a failure: the same version once more when its download failed, else the last good version, else
 * nothing. `failureCount` is that of this visit, the present failure included.
 */
export function nextVersion(
  name: string,
  remote: RegistryRemote,
  failed: VersionAttempt,
  error: ShellError,
  failureCount: number,
): VersionAttempt | null {
  attemptCounts.set(idOf(name, failed.release), failed.attempt + 1);
  const isLive = failed.release.version === remote.version;
  if (!isLive) return null;
  if (error.kind === 'entryNotLoaded' && failureCount === 1) return attemptOf(name, failed.release);
  brokenVersions.add(idOf(name, remote));
  return remote.previous ? attemptOf(name, remote.previous) : null;
}

/** A version that timed out was loaded after all, so the next visit starts with it. */
export function markHealthy(name: string, { release, attempt }: VersionAttempt): void {
  brokenVersions.delete(idOf(name, release));
  attemptCounts.set(idOf(name, release), attempt);
}

/** A person pressed Retry: the next visit starts with the live version, at a fresh address. */
export function resetFailures(name: string, remote: RegistryRemote | undefined): void {
  if (!remote) return;
  brokenVersions.delete(idOf(name, remote));
  attemptCounts.set(idOf(name, remote), (attemptCounts.get(idOf(name, remote)) ?? 0) + 1);
}
