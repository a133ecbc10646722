import type { DocumentData, DocumentStart } from '@masomo/contracts/document';
import type { CapturedEvents } from './replayEvents.ts';

/** What React keeps of an element. */
type Fiber = { tag: number; flags: number; alternate: Fiber | null; return: Fiber | null };

/**
 * Starts a prerendered page: once it has been drawn, its data and scripts are fetched, at low priority; they run when the visitor
 * first does something, or at once for whoever did already, or has something stored here (a session, a cart, a currency) that the
 * server did not know of. What the visitor types meanwhile is kept until the page answers, as what is pressed has been since
 * before (`keepPresses`). Links, `<details>` and scrolling need none of this, but for links that carry something along
 * (`data-waits`). `catchUp` does what was kept. It is a file of its own beside the document and made from its text, so it is
 * short, and nothing but its arguments is known to it.
 */
export function startPage(startId: string, dataPath: string, keptName: string, plainKeys: readonly string[]): void {
  const spec = JSON.parse(document.getElementById(startId)?.textContent ?? '') as DocumentStart;
  const intents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];
  const kept = (window as unknown as Record<string, CapturedEvents>)[keptName]!;
  const { inputs: typed } = kept;
  const hostRoot = 3;
  const placedOrHydrating = 4098;
  let isFetched = false;
  let isRunning = false;

  // React marks the elements it takes over, and those of a part whose code is still to come: such a part is not in its tree yet.
  kept.isAwaitingHydration = (element) => {
    const own = Object.entries(element).find(([key]) => key.startsWith('__reactFiber'));
    let fiber = own?.[1] as Fiber | null | undefined;
    while (fiber?.return && (fiber.alternate || !(fiber.flags & placedOrHydrating))) fiber = fiber.return;
    return element.isConnected && fiber?.tag !== hostRoot;
  };
  const load = (address: string, integrity: string) => fetch(address, { integrity, priority: 'low' });

  function fetchAll(): void {
    if (isFetched) return;
    isFetched = true;
    Promise.all([load(spec.entry, spec.integrity), fetch(`${dataPath}?page=${encodeURIComponent(spec.page)}&tag=${spec.tag}`)])
      .then(([, answer]) => answer.json() as Promise<DocumentData>)
      .then(({ scripts }) => Promise.all(scripts.map((script) => load(...script))))
      // Nothing is lost: the loader asks again, and says what it does not get.
      .catch(() => undefined);
  }
  function run(): void {
    isRunning = true;
    listen(false);
    fetchAll();
    const script = Object.assign(document.createElement('script'), {
      src: spec.entry,
      integrity: spec.integrity,
      crossOrigin: 'anonymous',
    });
    // A lost connection: what the visitor does next tries again.
    script.onerror = () => listen(true);
    document.head.append(script);
  }
  function listen(isOn: boolean): void {
    for (const type of intents) (isOn ? addEventListener : removeEventListener)(type, run, { capture: true, passive: true });
  }
  const note = ({ target }: Event) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && (typed.has(target) || kept.isAwaitingHydration(target))) typed.set(target, target.value);
  };
  addEventListener('input', note, true);
  const { stop } = kept;
  kept.stop = () => {
    stop();
    removeEventListener('input', note, true);
  };
  // What a browser puts back into fields, or somebody was quicker with.
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea'))
    if (field.value !== field.defaultValue) typed.set(field, field.value);
  listen(true);
  function begin(): void {
    let hasState = location.hash !== '' || kept.hasInteracted;
    try {
      hasState ||= Object.keys(localStorage).some((key) => !plainKeys.includes(key));
    } catch {
      /* a browser that stores nothing has stored nothing */
    }
    if (hasState && !isRunning) run();
    else fetchAll();
  }
  // What the page itself is made of comes first.
  if (document.readyState === 'complete') begin();
  else addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)), { once: true });
}
