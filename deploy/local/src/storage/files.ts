import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type ReadableStream as NodeReadableStream } from 'node:stream/web';
import { tooLarge } from './errors.ts';

export type StoredFile = { version: string; size: number; etag: string };

/** Stores files by version. A version is immutable, so readers never see a partial file. */
export type Files = {
  write(body: ReadableStream<Uint8Array> | null, limit: number): Promise<StoredFile>;
  copy(version: string): Promise<string>;
  read(version: string, range?: { start: number; end: number }): ReadableStream<Uint8Array>;
  remove(versions: readonly (string | null)[]): Promise<void>;
  /** Deletes files without an object row, left behind by a crash between file and row; returns their number. */
  removeOrphans(isKnown: (versions: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>;
};

const partialSuffix = '.part';

/** Stores files in a local folder. */
export function createFiles(folder: string): Files {
  const pathOf = (version: string) => path.join(folder, version.slice(0, 2), version);

  async function commitFile(temporary: string, version: string): Promise<void> {
    await mkdir(path.dirname(pathOf(version)), { recursive: true });
    await rename(temporary, pathOf(version));
    await syncFolder(path.dirname(pathOf(version)));
  }

  return {
    async write(body, limit) {
      const version = randomUUID();
      await mkdir(folder, { recursive: true });
      const temporary = path.join(folder, `${version}${partialSuffix}`);
      const digest = createHash('md5');
      let size = 0;
      const handle = await open(temporary, 'wx', 0o600);
      try {
        for await (const chunk of body ?? []) {
          size += chunk.byteLength;
          if (size > limit) throw tooLarge();
          digest.update(chunk);
          await handle.writeFile(chunk);
        }
        await handle.sync();
        await handle.close();
        await commitFile(temporary, version);
      } catch (error) {
        await handle.close().catch(() => {});
        await rm(temporary, { force: true });
        throw error;
      }
      return { version, size, etag: `"${digest.digest('hex')}"` };
    },
    async copy(version) {
      const copied = randomUUID();
      const temporary = path.join(folder, `${copied}${partialSuffix}`);
      await copyFile(pathOf(version), temporary);
      const handle = await open(temporary, 'r+');
      await handle.sync().finally(() => handle.close());
      await commitFile(temporary, copied);
      return copied;
    },
    read(version, range) {
      const stream: NodeReadableStream<Uint8Array> = Readable.toWeb(createReadStream(pathOf(version), range));
      return stream as ReadableStream<Uint8Array>;
    },
    async remove(versions) {
      for (const version of versions) if (version) await rm(pathOf(version), { force: true });
    },
    async removeOrphans(isKnown, olderThanMs) {
      let removed = 0;
      for (const group of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        const inside = group.isDirectory()
          ? (await readdir(path.join(folder, group.name))).map((name) => path.join(group.name, name))
          : [group.name];
        const known = group.isDirectory() ? await isKnown(inside.map((name) => path.basename(name))) : new Set<string>();
        for (const name of inside) {
          const file = path.join(folder, name);
          const isOld = Date.now() - (await stat(file)).mtimeMs > olderThanMs;
          if (known.has(path.basename(name)) || !isOld) continue;
          await rm(file, { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

/** A rename survives a power failure only after its folder is synced; Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
