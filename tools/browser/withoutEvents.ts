import type { BrowserContext } from '@playwright/test';

/**
 * Keeps the stream of the dashboard closed, while which is open the network is never idle. Done in the page, because a context
 * whose requests are intercepted has no HTTP cache, and what was fetched ahead would be fetched twice.
 */
export function withoutEvents(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    window.EventSource = class ClosedStream extends EventTarget {
      readonly readyState = 2;
      close() {}
    } as unknown as typeof EventSource;
  });
}
