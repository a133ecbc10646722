import type { ComposedPage } from './composedPage.ts';

const kept = 500;

/** Composed pages by everything they depend on; the least recently used go first. Equal pages are composed once at a time. */
export function createPageCache() {
  const pages = new Map<string, ComposedPage>();
  const underWay = new Map<string, Promise<ComposedPage>>();

  function remember(key: string, page: ComposedPage): void {
    pages.delete(key);
    pages.set(key, page);
    const [oldest] = pages.keys();
    if (pages.size > kept && oldest !== undefined) pages.delete(oldest);
  }

  return function cached(key: string, compose: () => Promise<ComposedPage>): Promise<ComposedPage> {
    const known = pages.get(key);
    if (known) {
      remember(key, known);
      return Promise.resolve(known);
    }
    const running = underWay.get(key);
    if (running) return running;
    const promise = compose()
      .then((page) => {
        remember(key, page);
        return page;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, promise);
    return promise;
  };
}
