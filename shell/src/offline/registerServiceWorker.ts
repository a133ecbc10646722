/** Registers the service worker, which caches live releases and the offline page. The site works without it. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('The service worker could not be registered.', error));
}
