import { startServiceWorker } from '@masomo/domain/secureContext';

/** Registers the service worker, which caches live releases and the offline page. The site works without it. */
export function registerServiceWorker(): void {
  startServiceWorker('/sw.js').catch((error: unknown) => console.warn('The service worker could not be registered.', error));
}
