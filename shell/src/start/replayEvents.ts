/** What a visitor did on a prerendered page that only React can answer; `captureEvents` collects it on `window`. */
export type CapturedEvents = {
  /** Buttons, links and forms, in the order they were pressed or submitted. */
  presses: HTMLElement[];
  /** Starts the page at once. */
  start(): void;
};

/** Name of the property of `window` that holds `CapturedEvents`. */
export const capturedEventsName = 'masomoCapturedEvents';

type Field = HTMLInputElement | HTMLTextAreaElement;
/** Where an element was: which one of those alike, and its position in each of its ancestors, from the body. */
type Place = { index: number; path: readonly number[] };

const intervalMs = 50;
const timeoutMs = 10_000;

/** Repeats what was typed and pressed too early once React has every root of the page, which it then hydrates at once. */
export function replayEvents(): void {
  const captured = (window as { [capturedEventsName]?: CapturedEvents })[capturedEventsName];
  if (!captured) return;
  const typed = new Map<Field, string>();
  const places = new Map<HTMLElement, Place>();
  const startedAt = performance.now();
  const timer = setInterval(() => {
    for (const field of document.querySelectorAll<Field>('[data-prerendered] :is(input,textarea)'))
      if (field.value !== field.defaultValue) typed.set(field, field.value);
    for (const element of [...captured.presses, ...typed.keys()])
      if (element.isConnected && !places.has(element)) places.set(element, placeOf(element));
    const isLate = performance.now() - startedAt > timeoutMs;
    if (!isLate && document.querySelector('[data-prerendered]')) return;
    clearInterval(timer);
    /** The element itself, or the one in its place where React re-rendered a part instead of hydrating it. */
    const present = <E extends HTMLElement>(element: E) => (element.isConnected ? element : inPlaceOf(element, places.get(element)));
    for (const [field, value] of typed) type(present(field), value);
    for (const element of captured.presses) {
      const current = present(element);
      if (current instanceof HTMLFormElement) current.requestSubmit();
      else current?.click();
    }
  }, intervalMs);
}

function placeOf(element: HTMLElement): Place {
  const path: number[] = [];
  for (let node: Element = element; node.parentElement && node !== document.body; node = node.parentElement)
    path.unshift([...node.parentElement.children].indexOf(node));
  return { index: alike(element).indexOf(element), path };
}

/** By text and label; by position where these changed, as the count of a cart does. */
function inPlaceOf<E extends HTMLElement>(element: E, place: Place | undefined): E | undefined {
  const same = alike(element)[place?.index ?? 0];
  if (same) return same;
  const there = place?.path.reduce<Element | undefined>((node, index) => node?.children[index], document.body);
  return there?.tagName === element.tagName ? (there as E) : undefined;
}

/** Elements with the same text and label. */
function alike<E extends HTMLElement>(element: E): E[] {
  const label = element.getAttribute('aria-label');
  return [...document.querySelectorAll<E>(element.tagName)].filter(
    (other) => other.textContent === element.textContent && other.getAttribute('aria-label') === label,
  );
}

function type(field: Field | undefined, value: string): void {
  if (!field) return;
  // A key makes React hydrate the field first; it ignores a value it believes to be there already.
  field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
