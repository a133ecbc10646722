import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { releaseManifestSchema, type ReleaseManifest } from '@masomo/contracts/release';
import type { ReleaseStore } from './releaseStore.ts';

const decompressors = {
  '.br': promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
  '.gz': promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
};

/** `a/b.js` is fine; `../b`, `/b`, `a//b` and `a\b` are not. */
export function isSafePath(file: string): boolean {
  return !file.includes('\\') && !file.includes('\0') && file.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

async function readIfExists(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Reads a build folder and checks every file against `release.json`. Throws an error that names the mismatch. */
async function readBuild(folder: string): Promise<{ release: ReleaseManifest; files: Map<string, Buffer> }> {
  const text = await readIfExists(path.join(folder, 'release.json'));
  if (!text) throw new Error(`${folder} has no release.json: build it first.`);
  const release = releaseManifestSchema.parse(JSON.parse(text.toString('utf8')));
  const files = new Map<string, Buffer>();
  await Promise.all(
    Object.entries(release.files).map(async ([name, { size, integrity }]) => {
      if (!isSafePath(name)) throw new Error(`${release.app}: "${name}" is not a path within a release.`);
      const content = await readIfExists(path.join(folder, name));
      if (!content) throw new Error(`${release.app}: ${name} is listed in release.json but missing in ${folder}.`);
      const actual = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      if (content.length !== size || actual !== integrity)
        throw new Error(`${release.app}: ${name} is not the file that was built (its hash differs).`);
      files.set(name, content);
      for (const [extension, decompress] of Object.entries(decompressors)) {
        const compressed = await readIfExists(path.join(folder, name + extension));
        if (!compressed) continue;
        const decompressed: Buffer | null = await decompress(compressed, { maxOutputLength: Math.max(1, content.length) }).catch(
          () => null,
        );
        if (!decompressed?.equals(content)) throw new Error(`${release.app}: ${name}${extension} does not hold ${name}.`);
        files.set(name + extension, compressed);
      }
    }),
  );
  const { entry, server, initial, screens = {}, opening = [], facadeFiles = {} } = release;
  for (const name of [entry, server, ...initial, ...opening, ...Object.values(screens).flat(), ...Object.values(facadeFiles).flat()]) {
    if (name !== undefined && !release.files[name])
      throw new Error(`${release.app}: ${name} is named in release.json but not among its files.`);
  }
  return { release, files };
}

/**
 * Copies a build into the store. It is not live until it is promoted. With `expected`, only a build of that app and version is
 * accepted, so that a caller who may release one app cannot publish another one by naming it in the build.
 */
export async function publish(store: ReleaseStore, folder: string, expected?: { app: string; version: string }): Promise<ReleaseManifest> {
  const build = await readBuild(folder);
  const { app, version } = build.release;
  if (expected && (expected.app !== app || expected.version !== version))
    throw new Error(`The build is ${app} ${version}, and not ${expected.app} ${expected.version}.`);
  await store.addRelease(build);
  return build.release;
}
