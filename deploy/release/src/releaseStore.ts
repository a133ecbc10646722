import type { Readable } from 'node:stream';
import type { ReleaseManifest } from '@masomo/contracts/release';
import type { RegistryState } from './registryState.ts';

/** A released file: whole, or streamed in part (`end` is inclusive). */
export type StoredFile = { size: number; read(): Promise<Buffer>; stream(range?: { start: number; end: number }): Readable };

/** How a file may be stored beside its plain form. */
export type StoredEncoding = 'br' | 'gzip';

/** Everything of a release that is to be stored. */
export type ReleaseContent = { release: ReleaseManifest; files: ReadonlyMap<string, Buffer> };

/**
 * Where releases and the registry live. A release becomes visible at once and never changes; the registry's state is
 * replaced as a whole. One machine keeps it in a folder, several in an S3-compatible bucket.
 */
export type ReleaseStore = {
  readRelease(app: string, version: string): Promise<ReleaseManifest | null>;
  /** Versions of an app, in no order. */
  listVersions(app: string): Promise<string[]>;
  /** When a release was added. */
  publishedAt(app: string, version: string): Promise<Date>;
  /** Takes a release away. From then on it cannot be promoted, and its files answer 404. */
  removeRelease(app: string, version: string): Promise<void>;
  /** Adds a release. Adding the same one again does nothing; another content under the same version is refused. */
  addRelease(content: ReleaseContent): Promise<void>;
  /** A file of a release, or one of its compressed copies; null when there is none. */
  openFile(app: string, version: string, path: string, encoding?: StoredEncoding): Promise<StoredFile | null>;
  /** Path on this machine of a file of a release, for code that is loaded from it. */
  localPath(app: string, version: string, path: string): Promise<string>;
  /** Brings releases onto this machine that are about to be asked for, so that no visitor waits for them. */
  prepare(releases: readonly { app: string; version: string }[]): Promise<void>;
  /** Removes what publishing that was cut off left behind. */
  removeLeftovers(): Promise<void>;
  readState(): Promise<RegistryState>;
  /** Replaces the state by what `change` makes of it. Runs `change` again when somebody else was quicker. */
  updateState(change: (state: RegistryState) => RegistryState | Promise<RegistryState>): Promise<RegistryState>;
};
