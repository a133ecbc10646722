/**
 * What browsers give to pages with https only, and what stands in for it elsewhere: a school's own server is often opened as
 * `http://school.lan`. Nothing else calls these by themselves; the linter says so (`masomo/secure-context-in-domain`).
 */

/** A new random id (UUID, version 4), for keys of requests and rows. Its text also runs inline, so it knows nothing but itself. */
export function newId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(digit) / 4)))).toString(16),
  );
}

/** Puts text on the clipboard. Rejects where the browser refuses, and the text is then to be shown. */
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  // The old way needs a selection. In an open dialog, which keeps the focus to itself, the field must lie within it.
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
  field.style.cssText = 'position:fixed;opacity:0';
  const { activeElement } = document;
  (activeElement?.closest('[role$=dialog]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  if (!isCopied) throw new Error('The browser does not let this page copy.');
}

/** The cameras and microphones; undefined where the page may have none. */
export function mediaDevices(): MediaDevices | undefined {
  return navigator.mediaDevices as MediaDevices | undefined;
}

/** The service workers of the site; undefined where the page may have none. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  return navigator.serviceWorker as ServiceWorkerContainer | undefined;
}

/** Registers the service worker; the site works without it. */
export async function startServiceWorker(address: string): Promise<void> {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.register(address);
}

/** The SHA-384 of a file as the `integrity` attribute writes it; undefined where the browser does not tell. */
export async function integrityOf(file: ArrayBuffer): Promise<string | undefined> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(await subtle.digest('SHA-384', file))))}`;
}

/** Whether the page stays usable without a connection and may use the camera: browsers keep both for pages with https. */
export const isSecurePage = (): boolean => globalThis.isSecureContext !== false;
