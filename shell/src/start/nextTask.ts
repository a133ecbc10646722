/** Resolves in a task of its own, so that what a visitor does between two steps is answered first. */
export function nextTask(): Promise<void> {
  // Safari has no scheduler yet.
  return 'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
