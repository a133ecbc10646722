import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { releaseManifestSchema, type ReleaseFile, type ReleaseManifest } from '@masomo/contracts/release';
import type { BuildMode } from './version.ts';

/** A release manifest without its file list. */
export type ReleaseMetadata = Omit<ReleaseManifest, 'files'>;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const isCompressible = (file: string) => /\.(js|css|json|svg|html|txt|xml|webmanifest|map|wasm)$/.test(file);

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** Writes the precompressed copies that the gateway serves; they are not listed in the manifest. */
async function compress(file: string, content: Buffer, mode: BuildMode): Promise<void> {
  const quality = mode === 'release' ? constants.BROTLI_MAX_QUALITY : 4;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([brotliAsync(content, { params }), gzipAsync(content, { level: mode === 'release' ? 9 : 4 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** Writes `release.json` with the size and hash of every file. It is written last, so a folder without it is an incomplete release. */
export async function writeRelease(folder: string, metadata: ReleaseMetadata, mode: BuildMode): Promise<ReleaseManifest> {
  const files: Record<string, ReleaseFile> = {};
  await Promise.all(
    (await listFiles(folder)).map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      files[name] = { size: content.length, integrity: `sha384-${createHash('sha384').update(content).digest('base64')}` };
      if (isCompressible(name) && name !== metadata.server) await compress(file, content, mode);
    }),
  );
  const sorted = Object.fromEntries(
    Object.keys(files)
      .sort()
      .map((name) => [name, files[name]]),
  );
  const release = releaseManifestSchema.parse({ ...metadata, files: sorted });
  await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  return release;
}
