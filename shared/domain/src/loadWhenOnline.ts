/** A browser reports the connection a moment before requests succeed, so what fails then is tried again, ever later. */
const firstDelayMs = 250;
const maxDelayMs = 4_000;

const nextOnline = () => new Promise<unknown>((resolve) => window.addEventListener('online', resolve, { once: true }));

/**
 * Loads code. Without a connection it waits for one, so that what the code shows appears then instead of failing now; `load` is called again
 * for each attempt. Rejects with the failure of the last one.
 */
export async function loadWhenOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  if (typeof window === 'undefined') return load();
  let isReconnected = false;
  let delayMs = firstDelayMs;
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
        if (!navigator.onLine) await nextOnline();
        else if (!isReconnected || delayMs > maxDelayMs) throw failure;
        else {
          const waitMs = delayMs;
          delayMs *= 2;
          await new Promise((resolve) => setTimeout(resolve, waitMs));
        }
      }
    }
  } finally {
    window.removeEventListener('online', noteOnline);
  }
}
