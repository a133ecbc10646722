import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

const maxFileBytes = 1024 * 1024;
const maxTotalBytes = 48 * 1024 * 1024;

type CachedFile = { mtimeMs: number; size: number; content: Promise<Buffer> };

/** Contents of small files in memory. A file that changed on disk is read again. */
export function createFileCache() {
  const files = new LRUCache<string, CachedFile>({ maxSize: maxTotalBytes, sizeCalculation: ({ size }) => size || 1 });

  return function readCached(file: string, { size, mtimeMs }: { size: number; mtimeMs: number }): Promise<Buffer> {
    if (size > maxFileBytes) return readFile(file);
    const cached = files.get(file);
    if (cached?.mtimeMs === mtimeMs && cached.size === size) return cached.content;
    const content = readFile(file);
    content.catch(() => files.delete(file));
    files.set(file, { mtimeMs, size, content });
    return content;
  };
}
