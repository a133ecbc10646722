/** A browser reports the connection a moment before requests succeed, so what fails then is tried again, ever later. */
const firstDelayMs = 250;
const maxDelayMs = 4_000;

const pause = (delayMs: number) => new Promise<unknown>((resolve) => setTimeout(resolve, delayMs));
const nextOnline = () => new Promise<unknown>((resolve) => window.addEventListener('online', resolve, { once: true }));

/**
 * Loads code. Without a connection it waits for one, so that what the code shows appears then instead of failing now; `load` is called again
 * for each attempt. Rejects with the failure of the last one.
 */
export async function loadWhenOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  if (typeof window === 'undefined') return load();
  let isReconnected = false;
  let delayMs = firstDelayMs;
  let failures = 0;
  // It may come back before an attempt that it broke has failed.
  const noteOnline = () => {
    isReconnected = true;
    delayMs = firstDelayMs;
  };
  window.addEventListener('online', noteOnline);
  try {
    for (;;) {
      try {
        return await load();
      } catch (failure) {
        failures += 1;
        // What the end of the connection broke fails a moment before the browser reports it.
        if (navigator.onLine && failures === 1) await pause(firstDelayMs);
        if (!navigator.onLine) await nextOnline();
        else if (isReconnected && delayMs <= maxDelayMs) {
          const waitMs = delayMs;
          delayMs *= 2;
          await pause(waitMs);
        } else if (failures > 1) throw failure;
      }
    }
  } finally {
    window.removeEventListener('online', noteOnline);
  }
}
