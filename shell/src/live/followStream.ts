import { openChanges } from '@masomo/data/gateway';
import * as z from '@masomo/data/zod';
import { readEvents, type StreamEvent } from './readEvents.ts';

const messageSchema = z.union([z.object({ all: z.literal(true) }), z.object({ topics: z.array(z.string()) })]);
/** `all`: everything may have changed. */
export type Heard = 'all' | readonly string[];

type Options = {
  signal: AbortSignal;
  /** The token of the session; undefined when nobody is signed in. */
  token: () => Promise<string | undefined>;
  onHeard: (heard: Heard) => void;
  /** The gateway was heard of; `revision` is that of the registry, once it has said so. */
  onBeat: (revision: number | undefined) => void;
};

/** The gateway is heard of at least this often. */
const silentMs = 60_000;
const firstWaitMs = 2_000;
const longestWaitMs = 60_000;
/** How often everything is read again while there is no stream. */
const withoutStreamMs = 60_000;

/**
 * Keeps a stream of changes open until `signal` is aborted: it is opened again when it breaks, where it broke off. While there is none,
 * everything may have changed once a minute.
 */
export async function followStream({ signal, token, onHeard, onBeat }: Options): Promise<void> {
  let lastId: string | undefined;
  let waitMs = firstWaitMs;
  let isOpen = false;
  let revision: number | undefined;
  const asking = setInterval(() => !isOpen && navigator.onLine && onHeard('all'), withoutStreamMs);

  function hear(event: StreamEvent): void {
    isOpen = true;
    waitMs = firstWaitMs;
    lastId = event['id'] ?? lastId;
    if (event['revision'] !== undefined) revision = Number(event['revision']);
    onBeat(revision);
    if (event['data'] === undefined) return;
    const message = messageSchema.parse(JSON.parse(event['data']));
    onHeard('all' in message ? 'all' : message.topics);
  }

  async function openStream(): Promise<void> {
    const bearer = await token();
    if (bearer === undefined) {
      waitMs = longestWaitMs;
      return;
    }
    const broken = new AbortController();
    const breakOff = () => broken.abort();
    let heardAt = Date.now();
    signal.addEventListener('abort', breakOff);
    const breakSilent = () => Date.now() - heardAt > silentMs && breakOff();
    const watching = setInterval(breakSilent, silentMs / 4);
    window.addEventListener('online', breakOff);
    document.addEventListener('visibilitychange', breakSilent);
    try {
      const since = lastId === undefined ? { ageMs: performance.now() } : { id: lastId };
      const response = await openChanges(bearer, since, broken.signal);
      if (response.status === 401) onHeard(['sessions']);
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return;
      }
      await readEvents(response.body, (event) => {
        heardAt = Date.now();
        hear(event);
      });
    } finally {
      isOpen = false;
      clearInterval(watching);
      signal.removeEventListener('abort', breakOff);
      window.removeEventListener('online', breakOff);
      document.removeEventListener('visibilitychange', breakSilent);
    }
  }

  while (!signal.aborted) {
    await openStream().catch(() => undefined);
    await pause(waitMs * (0.5 + Math.random()), signal);
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  }
  clearInterval(asking);
}

/** Waits so long; less when the browser is online again or the page is closed. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
