/** Keeps what runs, and a page for when the network is gone. A browser that refuses works as before. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.warn('The site is not kept for offline use.', error));
}
