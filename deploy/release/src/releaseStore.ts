import type { Readable } from 'node:stream';
import type { ReleaseManifest } from '@masomo/contracts/release';
import type { RegistryState } from './registryState.ts';

/** A released file, read as a whole or streamed, perhaps in part (`end` is inclusive). */
export type StoredFile = { size: number; read(): Promise<Buffer>; stream(range?: { start: number; end: number }): Readable };

/** The compressed forms a file may also be stored in. */
export type StoredEncoding = 'br' | 'gzip';

/** A release with all of its files. */
export type ReleaseContent = { release: ReleaseManifest; files: ReadonlyMap<string, Buffer> };

/**
 * Where releases and the registry's state are stored: in a folder on one machine, or in an S3-compatible bucket for several. A release
 * becomes visible in one step and never changes; the state is replaced as a whole.
 */
export type ReleaseStore = {
  readRelease(app: string, version: string): Promise<ReleaseManifest | null>;
  /** Versions of an app, in no order. */
  listVersions(app: string): Promise<string[]>;
  /** When a release was added. */
  publishedAt(app: string, version: string): Promise<Date>;
  /** Removes a release. From then on it cannot be promoted, and its files do not exist. */
  removeRelease(app: string, version: string): Promise<void>;
  /** Adds a release. Adding the same one again does nothing; different content under the same version is refused. */
  addRelease(content: ReleaseContent): Promise<void>;
  /** A file of a release, or one of its compressed copies; null when there is none. */
  openFile(app: string, version: string, path: string, encoding?: StoredEncoding): Promise<StoredFile | null>;
  /** Path on this machine of a file of a release, for code that is loaded from there. */
  localPath(app: string, version: string, path: string): Promise<string>;
  /** Downloads releases that are about to be served, so that no visitor waits for them. */
  prepare(releases: readonly { app: string; version: string }[]): Promise<void>;
  /** Removes what interrupted publishes left behind. */
  removeLeftovers(): Promise<void>;
  readState(): Promise<RegistryState>;
  /** Replaces the state by the result of `change`, which runs again after a concurrent update. */
  updateState(change: (state: RegistryState) => RegistryState | Promise<RegistryState>): Promise<RegistryState>;
};
