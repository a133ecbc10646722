import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { releaseManifestSchema, type ReleaseManifest } from '@masomo/contracts/release';
import type { ReleaseStore } from './releaseStore.ts';

const unpack = {
  '.br': promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
  '.gz': promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
};

/** `a/b.js` is fine; `../b`, `/b`, `a//b` and `a\b` are not. */
export function isSafePath(file: string): boolean {
  return !file.includes('\\') && !file.includes('\0') && file.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

async function readIfThere(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Reads a build folder and checks every file against `release.json`. Throws with what does not match. */
async function readBuild(folder: string): Promise<{ release: ReleaseManifest; files: Map<string, Buffer> }> {
  const text = await readIfThere(path.join(folder, 'release.json'));
  if (!text) throw new Error(`${folder} holds no release.json: build it first.`);
  const release = releaseManifestSchema.parse(JSON.parse(text.toString('utf8')));
  const files = new Map<string, Buffer>();
  await Promise.all(
    Object.entries(release.files).map(async ([name, { size, integrity }]) => {
      if (!isSafePath(name)) throw new Error(`${release.app}: "${name}" is no path within a release.`);
      const content = await readIfThere(path.join(folder, name));
      if (!content) throw new Error(`${release.app}: ${name} is listed in release.json and missing in ${folder}.`);
      const actual = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      if (content.length !== size || actual !== integrity)
        throw new Error(`${release.app}: ${name} is not the file that was built (its hash differs).`);
      files.set(name, content);
      for (const [extension, decompress] of Object.entries(unpack)) {
        const packed = await readIfThere(path.join(folder, name + extension));
        if (!packed) continue;
        const unpacked: Buffer | null = await decompress(packed, { maxOutputLength: Math.max(1, content.length) }).catch(() => null);
        if (!unpacked?.equals(content)) throw new Error(`${release.app}: ${name}${extension} does not hold ${name}.`);
        files.set(name + extension, packed);
      }
    }),
  );
  for (const name of [release.entry, release.server, ...release.initial, ...Object.values(release.screens ?? {}).flat()]) {
    if (name !== undefined && !release.files[name])
      throw new Error(`${release.app}: ${name} is named in release.json and not among its files.`);
  }
  return { release, files };
}

/**
 * Copies a build into the store, once. It is not live until it is promoted. With `expected`, only a build of that name:
 * whoever may release one app does not get another one in by what the build says about itself.
 */
export async function publish(store: ReleaseStore, folder: string, expected?: { app: string; version: string }): Promise<ReleaseManifest> {
  const build = await readBuild(folder);
  const { app, version } = build.release;
  if (expected && (expected.app !== app || expected.version !== version))
    throw new Error(`The build says it is ${app} ${version}, and not ${expected.app} ${expected.version}.`);
  await store.addRelease(build);
  return build.release;
}
