import type { DocumentData, DocumentStart } from '@masomo/contracts/document';
import type { CapturedEvents } from './replayEvents.ts';

/**
 * Starts a prerendered page. After the first paint its data and scripts are fetched at low priority; they run at the first sign
 * of a visitor (`intents`), or at once for one who acted already or has something stored here (a session, a cart, a currency)
 * that the server did not know of. Until hydration it captures what is typed, as `captureEvents` does with clicks;
 * `replayEvents` repeats them. Links, `<details>` and scrolling work without, except for links that carry state
 * (`data-waits`). It is a file beside the document, made from its text: it knows nothing but its arguments, and is short.
 */
export function startPage(startId: string, dataPath: string, eventsName: string, ignoredKeys: readonly string[]): void {
  const spec = JSON.parse(document.getElementById(startId)?.textContent ?? '') as DocumentStart;
  const intents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];
  const captured = (window as unknown as Record<string, CapturedEvents>)[eventsName]!;
  const { inputs } = captured;
  const nativePressMs = 300;
  let isFetched = false;
  let isRunning = false;

  // From then on React hydrates what is pressed at once.
  captured.isAwaitingHydration = (element) => element.closest('[data-prerendered]') !== null;
  const load = (address: string, integrity: string) => fetch(address, { integrity, priority: 'low' });

  function fetchAll(): void {
    if (isFetched) return;
    isFetched = true;
    Promise.all([load(spec.entry, spec.integrity), fetch(`${dataPath}?page=${encodeURIComponent(spec.page)}&tag=${spec.tag}`)])
      .then(([, response]) => response.json() as Promise<DocumentData>)
      .then(({ scripts }) => Promise.all(scripts.map((script) => load(...script))))
      // The loader retries, and reports what it does not get.
      .catch(() => undefined);
  }
  function run(): void {
    if (isRunning) return;
    isRunning = true;
    listen(false);
    fetchAll();
    const script = Object.assign(document.createElement('script'), {
      src: spec.entry,
      integrity: spec.integrity,
      crossOrigin: 'anonymous',
    });
    // When the network is down, the visitor's next action retries.
    script.onerror = () => {
      isRunning = false;
      listen(true);
    };
    document.head.append(script);
  }
  function startFor({ target }: Event): void {
    listen(false);
    const needsNoScript = target instanceof Element && target.closest('[data-native],summary');
    // Its effect is painted before scripts occupy the browser.
    if (needsNoScript) setTimeout(run, nativePressMs);
    else run();
  }
  function listen(isOn: boolean): void {
    for (const type of intents) (isOn ? addEventListener : removeEventListener)(type, startFor, { capture: true, passive: true });
  }
  const note = ({ target }: Event) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && (inputs.has(target) || captured.isAwaitingHydration(target))) inputs.set(target, target.value);
  };
  addEventListener('input', note, true);
  const { stop } = captured;
  captured.stop = () => {
    stop();
    removeEventListener('input', note, true);
  };
  // Values that the browser restored, or that were typed before this script ran.
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea'))
    if (field.value !== field.defaultValue) inputs.set(field, field.value);
  listen(true);
  captured.start = run;
  function begin(): void {
    const { userAgent, maxTouchPoints } = navigator;
    // Only the application can explain how to install the site where the browser does not offer it.
    const awaitsHint =
      'consent' in document.documentElement.dataset && (/iP(hone|ad|od)/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1));
    let hasState = awaitsHint || location.hash !== '' || captured.hasInteracted;
    try {
      hasState ||= Object.keys(localStorage).some((key) => !ignoredKeys.includes(key));
    } catch {
      // A browser that refuses storage has nothing stored.
    }
    if (hasState) run();
    else fetchAll();
  }
  // The page's own images and styles come first.
  if (document.readyState === 'complete') begin();
  else addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)), { once: true });
}
