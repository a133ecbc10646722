import { readFile } from 'node:fs/promises';

const largestFile = 1024 * 1024;
const largestTotal = 48 * 1024 * 1024;

type Cached = { mtimeMs: number; content: Promise<Buffer>; size: number };

/** Contents of small files in memory, the least recently used go first. A file that changed on the disk is read again. */
export function createFileCache() {
  const files = new Map<string, Cached>();
  let total = 0;

  function drop(file: string): void {
    const cached = files.get(file);
    if (!cached) return;
    files.delete(file);
    total -= cached.size;
  }

  return function read(file: string, { size, mtimeMs }: { size: number; mtimeMs: number }): Promise<Buffer> {
    if (size > largestFile) return readFile(file);
    const known = files.get(file);
    if (known?.mtimeMs === mtimeMs && known.size === size) {
      files.delete(file);
      files.set(file, known);
      return known.content;
    }
    drop(file);
    const content = readFile(file);
    content.catch(() => drop(file));
    files.set(file, { mtimeMs, size, content });
    total += size;
    while (total > largestTotal) {
      const [oldest] = files.keys();
      if (oldest === undefined) break;
      drop(oldest);
    }
    return content;
  };
}
