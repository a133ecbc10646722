import type { CapturedEvents } from './replayEvents.ts';

/**
 * Runs inline in the head of a prerendered document, and loads the script that starts it (`startPage.inline.ts`) after the first paint,
 * retrying while the network is down. Until React has hydrated the page, presses that only React can answer are captured, and events do
 * not reach it: it would hydrate the whole page at once for any of them, a touch or a key included, before the browser shows what it did.
 * Only its text is used, so it knows nothing but its arguments, and is short.
 */
export function captureEvents(startId: string, name: string): void {
  // The next element is the link with the start script's address; a document without one starts by itself.
  const link = document.getElementById(startId)?.nextElementSibling as HTMLLinkElement | null | undefined;
  if (!link) return;
  const load = (src: string, integrity: string, retryDelayMs = 3_000) => {
    const script = Object.assign(document.createElement('script'), { src, integrity, crossOrigin: 'anonymous' });
    script.onerror = () => setTimeout(load, retryDelayMs, src, integrity, retryDelayMs * 2);
    document.head.append(script);
  };
  const captured: CapturedEvents = { presses: [], start: () => undefined, load };
  Object.assign(window, { [name]: captured });
  const keep = (event: Event) => {
    const target = event.target as HTMLElement;
    if (!target.closest?.('[data-prerendered]')) return;
    event.stopImmediatePropagation();
    const pressed = target.closest<HTMLElement>('a,summary,button,input');
    // Links, forms with an address and what is `data-native` are the browser's, or another script's of the document.
    if (event.type !== 'click' || !pressed?.matches('button,[type=checkbox],[type=radio],a[data-waits]')) return;
    if (pressed.closest('[data-native],form[action] [type=submit]')) return;
    event.preventDefault();
    // Repeated presses of an element that does not react yet count once.
    if (captured.presses.at(-1) !== pressed) captured.presses.push(pressed);
    captured.start();
  };
  const touches = 'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel';
  for (const type of `${touches} keydown keypress keyup click input change reset`.split(' ')) addEventListener(type, keep, true);
  // Painting comes first: a slow phone has everything long before it has painted.
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(load, 0, link.href, link.integrity)), { once: true });
}
