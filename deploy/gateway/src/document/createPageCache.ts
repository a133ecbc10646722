import { LRUCache } from 'lru-cache';
import type { ComposedPage } from './composedPage.ts';

/** Uncompressed bytes; the compressed copies of a page add about a third. */
const maxBytes = 48 * 1024 * 1024;
/** What a page takes besides its text. */
const overheadBytes = 1_024;

/** Composed pages by everything they depend on. Concurrent requests for a page share one composition. */
export function createPageCache() {
  const pages = new LRUCache<string, ComposedPage, () => Promise<ComposedPage>>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + overheadBytes,
    fetchMethod: (_key, _stale, { context: compose }) => compose(),
    ignoreFetchAbort: true,
  });
  return (key: string, compose: () => Promise<ComposedPage>): Promise<ComposedPage> => pages.forceFetch(key, { context: compose });
}
