/** What a visitor did on a prerendered page that only React can answer; `captureEvents` collects it on `window`. */
export type CapturedEvents = {
  /** Buttons and links, in the order they were pressed. */
  presses: HTMLElement[];
  /** Starts the page at once. */
  start(): void;
  /** Runs a script, retrying while the network is down. */
  load(src: string, integrity: string): void;
};
/** Name of the property of `window` that holds `CapturedEvents`. */
export const capturedEventsName = 'masomoCapturedEvents';

type Field = HTMLInputElement | HTMLTextAreaElement;
const intervalMs = 50;
const timeoutMs = 10_000;

/** Repeats what was typed and pressed too early once React has hydrated every root of the page. */
export function replayEvents(): void {
  const captured = (window as { [capturedEventsName]?: CapturedEvents })[capturedEventsName];
  if (!captured) return;
  const typed = new Map<Field, string>();
  /** How to find an element again where React re-rendered the page instead of hydrating it. */
  const finders = new Map<Element, () => Element | undefined>();
  const startedAt = performance.now();
  const timer = setInterval(() => {
    for (const field of document.querySelectorAll<Field>('[data-prerendered] :is(input,textarea)'))
      if (field.value !== field.defaultValue) typed.set(field, field.value);
    for (const element of [...captured.presses, ...typed.keys()])
      if (element.isConnected && !finders.has(element)) finders.set(element, finderOf(element));
    if (performance.now() - startedAt <= timeoutMs && document.querySelector('[data-prerendered]')) return;
    clearInterval(timer);
    const present = <E extends Element>(element: E) => (element.isConnected ? element : (finders.get(element)?.() as E | undefined));
    for (const [field, value] of typed) type(present(field), value);
    for (const element of captured.presses) present(element)?.click();
  }, intervalMs);
}

/** Finds an element by text and label; by its number on the page where these changed, as the count of a cart does. */
function finderOf(element: Element): () => Element | undefined {
  const everyOne = () => [...document.querySelectorAll(element.tagName)];
  const nameOf = (other: Element) => other.getAttribute('aria-label') ?? other.textContent;
  const alike = () => everyOne().filter((other) => nameOf(other) === nameOf(element));
  const [index, number] = [alike().indexOf(element), everyOne().indexOf(element)];
  return () => alike()[index] ?? everyOne()[number];
}

function type(field: Field | undefined, value: string): void {
  if (!field) return;
  // React ignores a value it believes to be there already.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
