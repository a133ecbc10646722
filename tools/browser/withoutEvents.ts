import type { BrowserContext } from '@playwright/test';

/** Keeps the stream of the dashboard closed, while which is open the network is never idle. */
export function withoutEvents(context: BrowserContext): Promise<unknown> {
  return context.route('**/_features/events**', (route) => route.abort());
}
