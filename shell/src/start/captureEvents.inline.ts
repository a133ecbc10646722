import type { CapturedEvents } from './replayEvents.ts';

/**
 * Runs inline in the head of a prerendered document: captures the presses that only React can answer until it has the page, and loads the
 * script that starts it (`startPage.inline.ts`) after the first paint, retrying while the network is down. Only its text is used, so it
 * knows nothing but its arguments, and is short.
 */
export function captureEvents(startId: string, name: string): void {
  // The next element is the link with the start script's address; a document without one starts by itself.
  const link = document.getElementById(startId)?.nextElementSibling as HTMLLinkElement | null | undefined;
  if (!link) return;
  const captured: CapturedEvents = { presses: [], start: () => undefined };
  Object.assign(window, { [name]: captured });
  const capture = (event: Event, target: HTMLElement) => {
    if (!target.closest('[data-prerendered]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Repeated presses of an element that does not react yet count once.
    if (captured.presses.at(-1) !== target) captured.presses.push(target);
    captured.start();
  };
  addEventListener(
    'click',
    (event) => {
      const target = (event.target as Element).closest?.<HTMLElement>('a,summary,button,input');
      // What the browser or another script of the document does itself is `data-native`; so does a form with an address.
      if (
        target?.matches('button,[type=checkbox],[type=radio],a[data-waits]') &&
        !target.closest('[data-native],form[action] [type=submit]')
      )
        capture(event, target);
    },
    true,
  );
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if (!form.hasAttribute('action')) capture(event, event.submitter ?? form);
    },
    true,
  );
  let retryDelayMs = 1_500;
  const load = () => {
    const script = Object.assign(document.createElement('script'), { src: link.href, integrity: link.integrity, crossOrigin: 'anonymous' });
    script.onerror = () => setTimeout(load, (retryDelayMs *= 2));
    document.head.append(script);
  };
  // Painting comes first: a slow phone has everything long before it has painted.
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(load)), { once: true });
}
