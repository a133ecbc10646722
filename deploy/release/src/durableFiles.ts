import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Writes a new file and resolves once it is on disk. Rejects if the file exists. */
export async function writeDurably(file: string, content: Buffer | string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'wx', 0o644);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a directory's entries to disk. */
export async function syncDirectory(folder: string): Promise<void> {
  // Windows cannot open a directory; its file system journals entries by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the entries of a whole tree to disk, the deepest first. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(entries.filter((entry) => entry.isDirectory()).map((entry) => syncTree(path.join(folder, entry.name))));
  await syncDirectory(folder);
}
