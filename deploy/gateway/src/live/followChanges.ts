import { z } from 'zod';
import type { Fetcher } from '../backend.ts';
import { audienceOf, unseal } from './audiences.ts';
import { parseSnapshot, sees } from './snapshot.ts';

const feedSchema = z.object({
  seen: z.string(),
  is_whole: z.boolean(),
  changes: z.array(z.tuple([z.string(), z.string(), z.string()])),
});
const intervalMs = 500;
const timeoutMs = 5_000;
/** The database keeps changes for twice as long. */
const rememberedMs = 300_000;
const rememberedChanges = 20_000;

type Change = { transaction: bigint; audience: string; sealed: string; at: number };
/** `all`: everything may have changed. */
export type News = 'all' | ReadonlySet<string>;
type Listener = {
  keys: readonly string[];
  /** What the page has seen: a snapshot of an earlier stream, or how long ago it was opened. */
  since: string | undefined;
  ageMs: number;
  /** `seen` is the snapshot up to which the page knows everything when it has these news, also when there are none. */
  tell: (news: News | undefined, seen: string) => void;
};
export type LiveChanges = {
  /** Returns how to stop. */
  listen(listener: Listener): () => void;
  count(): number;
};

/**
 * Follows what changes: the gateway asks twice a second for all its streams, and not at all while nobody listens. While the database
 * cannot be reached nothing is told, and what happened in the meantime is told afterwards.
 */
export function followChanges(rest: Fetcher, publishableKey: string): LiveChanges {
  const audiences = new Map<string, { key: string; listeners: Set<Listener> }>();
  const listeners = new Set<Listener>();
  /** Those that have not been told yet what they missed. */
  const beginning = new Set<Listener>();
  let history: Change[] = [];
  /** What the history may lack: of transactions up to this one, and of the time before this moment. */
  let lacking = { transaction: 0n, until: 0 };
  let seen: string | undefined;
  let readAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  async function readChanges(): Promise<void> {
    const now = performance.now();
    if (now - readAt > rememberedMs) seen = undefined;
    const request = new Request('http://backend/rest/v1/rpc/live_changes', {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(seen ? { since: seen } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const response = await rest(request);
    if (!response.ok) return void (await response.body?.cancel());
    const feed = feedSchema.parse(await response.json());
    [seen, readAt] = [feed.seen, now];
    const changes = feed.changes.map(([transaction, audience, sealed]) => ({
      transaction: BigInt(transaction),
      audience,
      sealed,
      at: now,
    }));
    if (feed.is_whole) {
      remember(changes, now);
    } else {
      history = [];
      lacking = { transaction: (parseSnapshot(seen)?.xmax ?? 0n) - 1n, until: now };
    }
    tell(feed.is_whole ? newsOf(changes) : 'all', seen);
  }

  function newsOf(changes: readonly Change[]): ReadonlyMap<Listener, ReadonlySet<string>> {
    const news = new Map<Listener, Set<string>>();
    for (const { audience: name, sealed } of changes) {
      const audience = audiences.get(name);
      if (!audience) continue;
      const topic = unseal(audience.key, sealed);
      for (const listener of audience.listeners) news.set(listener, (news.get(listener) ?? new Set()).add(topic));
    }
    return news;
  }

  function tell(news: 'all' | ReadonlyMap<Listener, ReadonlySet<string>>, upTo: string): void {
    for (const listener of listeners) {
      const isNew = beginning.delete(listener);
      const latest = news === 'all' ? news : news.get(listener);
      listener.tell(isNew ? missedBy(listener, latest) : latest, upTo);
    }
  }

  function remember(changes: readonly Change[], now: number): void {
    history.push(...changes);
    const tooMany = history.length - rememberedChanges;
    const kept = history.findIndex(({ at }, index) => index >= tooMany && now - at < rememberedMs);
    for (const { transaction, at } of history.splice(0, kept === -1 ? history.length : kept))
      lacking = { transaction: transaction > lacking.transaction ? transaction : lacking.transaction, until: at };
  }

  /** What happened between what a page has seen and now; `latest` was read since it listens. */
  function missedBy({ keys, since, ageMs }: Listener, latest: News | undefined): News | undefined {
    const last = parseSnapshot(since);
    const openedAt = performance.now() - ageMs;
    if (last ? last.xmin <= lacking.transaction : openedAt <= lacking.until) return 'all';
    const byAudience = new Map(keys.map((key) => [audienceOf(key), key]));
    const topics = new Set<string>(last || latest === 'all' ? [] : latest);
    for (const { transaction, audience, sealed, at } of history) {
      const key = byAudience.get(audience);
      if (key && (last ? !sees(last, transaction) : at >= openedAt)) topics.add(unseal(key, sealed));
    }
    return topics.size > 0 ? topics : undefined;
  }

  function ask(): void {
    const next = () => {
      timer = listeners.size > 0 ? setTimeout(ask, intervalMs).unref() : undefined;
    };
    // After a failure the next one asks again.
    readChanges().then(next, next);
  }

  return {
    listen(listener) {
      const named = listener.keys.map((key) => ({ key, name: audienceOf(key) }));
      for (const { key, name } of named) {
        const audience = audiences.get(name) ?? { key, listeners: new Set() };
        audience.listeners.add(listener);
        audiences.set(name, audience);
      }
      listeners.add(listener);
      beginning.add(listener);
      timer ??= setTimeout(ask).unref();
      return () => {
        listeners.delete(listener);
        beginning.delete(listener);
        for (const { name } of named) {
          const audience = audiences.get(name);
          audience?.listeners.delete(listener);
          if (audience?.listeners.size === 0) audiences.delete(name);
        }
      };
    },
    count: () => listeners.size,
  };
}
