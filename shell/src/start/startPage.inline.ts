import type { DocumentData, DocumentStart } from '@masomo/contracts/document';
import type { CapturedEvents } from './replayEvents.ts';

/**
 * Starts a prerendered page by itself: once it has loaded, its data and scripts are fetched at low priority, and run when the browser
 * is idle; at once for a press that only React can answer. It is a file beside the document, made from its text: it knows nothing but
 * its arguments, and is short.
 */
export function startPage(startId: string, dataPath: string, name: string): void {
  const spec = JSON.parse(document.getElementById(startId)?.textContent ?? '') as DocumentStart;
  const captured = (window as unknown as Record<string, CapturedEvents>)[name]!;
  const download = (address: string, integrity: string) =>
    fetch(address, { integrity, priority: 'low' }).then((response) => response.arrayBuffer());
  let pausedUntil = 0;
  const waitForForm = () => new Promise((resolve) => setTimeout(resolve, pausedUntil - performance.now()));
  const downloadRest = (scripts: DocumentData['scripts'], next = scripts.pop()): Promise<unknown> | undefined =>
    next &&
    waitForForm()
      .then(() => download(...next))
      .then(() => downloadRest(scripts));
  // The answer to a form that is sent waits for what is on its way, so nothing is asked for while somebody fills it in.
  addEventListener('focusin', ({ target }) => {
    if ((target as Element).closest('form[data-post]')) pausedUntil = performance.now() + 5_000;
  });
  captured.start = () => {
    captured.start = () => undefined;
    captured.load(spec.entry, spec.integrity);
  };
  function begin(): void {
    if (captured.presses.length > 0) return captured.start();
    const data = fetch(`${dataPath}?page=${encodeURIComponent(spec.page)}&tag=${spec.tag}`)
      .then((response) => response.json() as Promise<DocumentData>)
      // Few at a time, the largest last, so that little is on its way when a form is sent.
      .then(({ scripts }) => Promise.all([1, 2].map(() => downloadRest(scripts))));
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
    // The loader retries, and reports what it does not get.
    void Promise.allSettled([download(spec.entry, spec.integrity), data]).then(() => whenIdle(() => captured.start()));
  }
  // The page's own images and styles come first.
  if (document.readyState === 'complete') begin();
  else addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)), { once: true });
}
