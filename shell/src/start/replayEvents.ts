/** What a visitor did on a prerendered page before it was hydrated; `captureEvents` collects it on `window`. */
export type CapturedEvents = {
  /** A key, a pointer or a finger went down. */
  hasInteracted: boolean;
  /** Buttons, links and forms, in the order they were pressed or submitted. */
  clicks: HTMLElement[];
  inputs: Map<HTMLInputElement | HTMLTextAreaElement, string>;
  /** The root of this element is not React's yet. */
  isAwaitingHydration(element: Element): boolean;
  /** Starts the page for what is captured: screen readers send a click alone. */
  start(): void;
  /** Ends capturing. */
  stop(): void;
};

/** Name of the property of `window` that holds `CapturedEvents`. */
export const capturedEventsName = 'masomoCapturedEvents';

const intervalMs = 50;
const timeoutMs = 10_000;

/** Repeats captured events as React hydrates their elements; after ten seconds the rest is dropped. */
export function replayEvents(): void {
  const captured = (window as { [capturedEventsName]?: CapturedEvents })[capturedEventsName];
  if (!captured) return;
  const indexes: Indexes = new Map();
  noteIndexes(captured, indexes);
  const timer = setInterval(() => {
    noteIndexes(captured, indexes);
    // In idle time, when React has also committed what it hydrated.
    (globalThis.requestIdleCallback ?? setTimeout)(() => replayReady(captured, indexes));
  }, intervalMs);
  setTimeout(() => {
    clearInterval(timer);
    captured.stop();
  }, timeoutMs);
}

/** Index of an element among those with the same text and label, to find it again when React re-rendered it. */
type Indexes = Map<HTMLElement, number>;

function sameElements<E extends HTMLElement>(element: E): E[] {
  const label = element.getAttribute('aria-label');
  return [...document.querySelectorAll<E>(element.tagName)].filter(
    (other) => other.textContent === element.textContent && other.getAttribute('aria-label') === label,
  );
}

function noteIndexes({ clicks, inputs }: CapturedEvents, indexes: Indexes): void {
  for (const element of [...clicks, ...inputs.keys()]) {
    if (!indexes.has(element) && element.isConnected) indexes.set(element, sameElements(element).indexOf(element));
  }
}

/** The element itself, or the one in its place where React re-rendered a part instead of hydrating it. */
const currentElement = <E extends HTMLElement>(element: E, indexes: Indexes): E | undefined =>
  element.isConnected ? element : sameElements(element)[indexes.get(element) ?? 0];

function replayReady({ clicks, inputs, isAwaitingHydration }: CapturedEvents, indexes: Indexes): void {
  for (const [field, value] of inputs) {
    const current = currentElement(field, indexes);
    if (!current || isAwaitingHydration(current)) continue;
    inputs.delete(field);
    // A key makes React hydrate the field first; it ignores a value it believes to be there already.
    current.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
    current.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(current), 'value')?.set?.call(current, value);
    current.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // One at a time and in order, so that what one click opens is there for the next.
  const [target] = clicks;
  const current = target && currentElement(target, indexes);
  if (!current || isAwaitingHydration(current)) return;
  clicks.shift();
  if (current instanceof HTMLFormElement) current.requestSubmit();
  else current.click();
}
