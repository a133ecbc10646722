/** What a visitor did on a prerendered page before it had started; kept on `window` by the script in its head. */
export type Kept = {
  /** Buttons, links and forms, in the order they were pressed. */
  pressed: HTMLElement[];
  typed: Map<HTMLInputElement | HTMLTextAreaElement, string>;
  /** React has not taken this element over yet. */
  isWaiting(element: Element): boolean;
  /** Keeps nothing any more. */
  stop(): void;
};

/** Name of what is kept, on `window`. */
export const keptName = 'masomoKept';

const everyMs = 50;
const forMs = 10_000;

/** Does what a visitor did before the page had started, as React takes over the elements; what it has not after ten seconds is let go. */
export function catchUp(): void {
  const kept = (window as { [keptName]?: Kept })[keptName];
  if (!kept) return;
  // Idle: what React took over has also been committed.
  const timer = setInterval(() => (globalThis.requestIdleCallback ?? setTimeout)(() => replay(kept)), everyMs);
  setTimeout(() => {
    clearInterval(timer);
    kept.stop();
  }, forMs);
}

function replay({ pressed, typed, isWaiting }: Kept): void {
  for (const [field, value] of typed) {
    if (isWaiting(field)) continue;
    typed.delete(field);
    // React sees a change only in what it did not write itself.
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // In the order it was pressed, one at a time: what one press opens is there for the next.
  const [target] = pressed;
  if (!target || isWaiting(target)) return;
  pressed.shift();
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target.click();
}
