import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Fetcher } from '../backend.ts';

const changesSchema = z.array(z.object({ id: z.number(), topic: z.string() }));
const intervalMs = 1_000;
const timeoutMs = 5_000;
/** Longer than the database reports a change, which would otherwise be told again. */
const rememberedMs = 90_000;

/** What the database calls a school where anybody may read it. */
export const topicOf = (schoolId: string) => createHash('sha256').update(schoolId).digest('hex');

export type FeatureChanges = {
  /** Calls `listener` when the plan or an add-on of the school with this topic has changed. Returns how to stop. */
  listen(topic: string, listener: () => void): () => void;
  /** How many listen. */
  count(): number;
};

/**
 * Follows what schools buy and lose: the gateway asks once a second for all of them, and not at all while nobody listens. While the
 * database cannot be reached nothing is reported; a change is reported for a while, so what fell into a short gap is told then.
 */
export function followFeatureChanges(rest: Fetcher, publishableKey: string): FeatureChanges {
  const listeners = new Map<string, Set<() => void>>();
  const known = new Map<number, { topic: string; at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let size = 0;

  async function readChanges(): Promise<void> {
    const request = new Request('http://backend/rest/v1/rpc/feature_changes', {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const response = await rest(request);
    if (!response.ok) return;
    const now = performance.now();
    for (const { id, topic } of changesSchema.parse(await response.json())) {
      const isNew = !known.has(id);
      known.set(id, { topic, at: now });
      if (isNew) for (const listener of listeners.get(topic) ?? []) listener();
    }
    for (const [id, { at }] of known) if (now - at > rememberedMs) known.delete(id);
  }

  function ask(): void {
    const next = () => {
      timer = size > 0 ? setTimeout(ask, intervalMs).unref() : undefined;
    };
    // The next second asks again.
    readChanges().then(next, next);
  }

  return {
    listen(topic, listener) {
      const ofSchool = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofSchool.add(listener));
      size += 1;
      // It may have happened between what the page has read and now.
      if ([...known.values()].some((change) => change.topic === topic)) setTimeout(listener).unref();
      timer ??= setTimeout(ask).unref();
      return () => {
        if (!ofSchool.delete(listener)) return;
        size -= 1;
        if (ofSchool.size === 0) listeners.delete(topic);
      };
    },
    count: () => size,
  };
}
