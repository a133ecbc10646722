/** What a visitor did on a prerendered page before it had started; kept on `window` by the script in its head. */
export type CapturedEvents = {
  /** A key or a finger went down. */
  hasInteracted: boolean;
  /** Buttons, links and forms, in the order they were pressed. */
  clicks: HTMLElement[];
  inputs: Map<HTMLInputElement | HTMLTextAreaElement, string>;
  /** React has not taken this element over yet. */
  isAwaitingHydration(element: Element): boolean;
  /** Keeps nothing any more. */
  stop(): void;
};

/** Name of what is kept, on `window`. */
export const capturedEventsName = 'masomoKept';

const intervalMs = 50;
const timeoutMs = 10_000;

/** Does what a visitor did before the page had started, as React takes over the elements; what it has not after ten seconds is let go. */
export function replayEvents(): void {
  const kept = (window as { [capturedEventsName]?: CapturedEvents })[capturedEventsName];
  if (!kept) return;
  const places: Indexes = new Map();
  noteIndexes(kept, places);
  const timer = setInterval(() => {
    noteIndexes(kept, places);
    // Idle: what React took over has also been committed.
    (globalThis.requestIdleCallback ?? setTimeout)(() => replayReady(kept, places));
  }, intervalMs);
  setTimeout(() => {
    clearInterval(timer);
    kept.stop();
  }, timeoutMs);
}

/** The how-manieth an element was of those that read like it. */
type Indexes = Map<HTMLElement, number>;

function sameElements<E extends HTMLElement>(element: E): E[] {
  const label = element.getAttribute('aria-label');
  return [...document.querySelectorAll<E>(element.tagName)].filter(
    (other) => other.textContent === element.textContent && other.getAttribute('aria-label') === label,
  );
}

function noteIndexes({ pressed: clicks, typed: inputs }: CapturedEvents, places: Indexes): void {
  for (const element of [...clicks, ...inputs.keys()]) {
    if (!places.has(element) && element.isConnected) places.set(element, sameElements(element).indexOf(element));
  }
}

/** The element itself, or the one in its place where React has drawn a part anew instead of taking it over. */
const currentElement = <E extends HTMLElement>(element: E, places: Indexes): E | undefined =>
  element.isConnected ? element : sameElements(element)[places.get(element) ?? 0];

function replayReady({ pressed: clicks, typed: inputs, isWaiting: isAwaitingHydration }: CapturedEvents, places: Indexes): void {
  for (const [field, value] of inputs) {
    const present = currentElement(field, places);
    if (!present || isAwaitingHydration(present)) continue;
    inputs.delete(field);
    // React sees a change only in what it did not write itself.
    present.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(present), 'value')?.set?.call(present, value);
    present.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // In the order it was pressed, one at a time: what one press opens is there for the next.
  const [target] = clicks;
  const present = target && currentElement(target, places);
  if (!present || isAwaitingHydration(present)) return;
  clicks.shift();
  if (present instanceof HTMLFormElement) present.requestSubmit();
  else present.click();
}
