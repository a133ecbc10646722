import type { CapturedEvents } from './replayEvents.ts';

/**
 * Runs inline in the head of a prerendered document: what is pressed or sent from the first moment on is kept until the page
 * answers, and the script that starts it (`start.inline.ts`) is run once the page has been drawn, however often the line is lost
 * before. It is made from its text, so it is short, and nothing but its arguments is known to it.
 */
export function captureEvents(startId: string, keptName: string): void {
  // Beside it stands the link with the start script's address; a document without it starts by itself.
  const link = document.getElementById(startId)?.nextElementSibling as HTMLLinkElement | null | undefined;
  if (!link) return;
  const aborter = new AbortController();
  const listening = { capture: true, signal: aborter.signal };
  const kept: CapturedEvents = {
    hasInteracted: false,
    clicks: [],
    inputs: new Map(),
    isAwaitingHydration: () => true,
    stop: () => aborter.abort(),
  };
  const keep = (event: Event, target: HTMLElement) => {
    if (!kept.isAwaitingHydration(target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Who presses again because nothing happened yet means it once.
    if (kept.clicks.at(-1) !== target) kept.clicks.push(target);
  };
  // Before what keeps a press, which ends its way. A screen reader's press is a click alone.
  for (const type of ['keydown', 'pointerdown', 'click'])
    addEventListener(
      type,
      () => {
        kept.hasInteracted = true;
      },
      listening,
    );
  addEventListener(
    'click',
    (event) => {
      const target = (event.target as Element).closest?.<HTMLElement>('a,summary,button,input');
      if (target?.matches('button,[type=checkbox],[type=radio],a[data-waits]')) keep(event, target);
    },
    listening,
  );
  addEventListener('submit', (event) => keep(event, event.submitter ?? (event.target as HTMLElement)), listening);
  Object.assign(window, { [keptName]: kept });
  let patience = 1_500;
  const ask = () => {
    const script = Object.assign(document.createElement('script'), { src: link.href, integrity: link.integrity, crossOrigin: 'anonymous' });
    script.onerror = () => setTimeout(ask, (patience *= 2));
    document.head.append(script);
  };
  // A slow phone has everything long before it has drawn it: that comes first.
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(ask)), { once: true });
}
