import type { BrowserContext } from '@playwright/test';

/**
 * Keeps the stream of changes closed, while which is open the network is never idle. Done in the page, because a context
 * whose requests are intercepted has no HTTP cache, and what was fetched ahead would be fetched twice.
 */
export function withoutEvents(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (input, init) =>
      typeof input === 'string' && input.startsWith('/_live') ? Promise.resolve(new Response(null, { status: 503 })) : send(input, init);
  });
}
