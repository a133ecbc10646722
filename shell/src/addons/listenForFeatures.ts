import { withTabLock } from '@masomo/domain/tabLock';
/** Where the gateway's events do not come through. */
const askEveryMs = 60_000;
/** After the screen is there. */
const startAfterMs = 1_500;

/**
 * Calls `onChange` when the school's plan or add-ons may have changed: within two seconds by the gateway's events, else every minute. One
 * tab of a browser listens for all of them, since browsers keep few connections to an origin. Returns how to stop.
 */
export function listenForFeatures(schoolId: string, onChange: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;

  const listen = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const events = new EventSource(`/_features/events?school=${schoolId}`);
      let wasLost = false;
      events.addEventListener('message', onChange);
      events.addEventListener('error', () => {
        wasLost = true;
      });
      events.addEventListener('open', () => {
        // Something may have happened without a connection.
        if (wasLost) onChange();
        wasLost = false;
      });
      const timer = setInterval(() => {
        if (events.readyState !== EventSource.OPEN) onChange();
      }, askEveryMs);
      signal.addEventListener('abort', () => {
        clearInterval(timer);
        events.close();
        resolve();
      });
    });

  const start = setTimeout(() => {
    withTabLock('masomo-features', listen, { signal }).catch(() => undefined);
  }, startAfterMs);
  return () => {
    clearTimeout(start);
    stopping.abort();
  };
}
