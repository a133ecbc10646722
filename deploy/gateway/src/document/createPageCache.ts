import { LRUCache } from 'lru-cache';
import type { ComposedPage } from './composedPage.ts';

const maxBytes = 48 * 1024 * 1024;
/** What a page takes besides its text. */
const overheadBytes = 1_024;
/** The compressed copies of a page add about a third. */
const shareWithCopies = 4 / 3;

/** The memory of a composed page with its address and the copies it will have, in bytes. */
export const sizeOfPage = ({ bytes }: ComposedPage, key: string) => Math.ceil(bytes * shareWithCopies) + 2 * key.length + overheadBytes;

/** Composed pages by everything they depend on, unless something was missing. Concurrent requests for a page share one composition. */
export function createPageCache() {
  const pages = new LRUCache<string, ComposedPage, () => Promise<ComposedPage>>({
    maxSize: maxBytes,
    sizeCalculation: sizeOfPage,
    fetchMethod: (_key, _stale, { context: compose }) => compose(),
    ignoreFetchAbort: true,
  });
  return async (
    key: string,
    compose: () => Promise<ComposedPage>,
    isKept: (page: ComposedPage) => boolean = () => true,
  ): Promise<ComposedPage> => {
    const page = await pages.forceFetch(key, { context: compose });
    if (page.isPartial || !isKept(page)) pages.delete(key);
    return page;
  };
}
