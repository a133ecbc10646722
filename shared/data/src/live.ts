import { useEffect } from 'react';
import type { Database } from './database.types.ts';

type Table = keyof Database['public']['Tables'];
/** A table of which the database tells changes, or those of one class or order: `grades:<class id>`; `sessions` are the person's own. */
export type LiveTopic = Table | `${Table}:${string}` | 'sessions';

export type LiveListener = {
  topics: readonly LiveTopic[];
  /** Listeners of one name read the same: one of them is called. */
  name: string;
  reread: () => unknown;
  /** Reads without waiting for what else this page reads; for what seldom changes and decides what the page offers. */
  isUrgent?: boolean;
};

const listeners = new Set<LiveListener>();
let start: (() => unknown) | undefined;
/** The stream is heard of more often than this. */
const silentMs = 60_000;
let beatAt = -Infinity;

/** Who listens on this page. The shell opens the stream of changes with the first of them. */
export const live = {
  listeners: listeners as ReadonlySet<LiveListener>,
  /** Sets what opens the stream; called once at boot. It may be called again while the stream is open. */
  provide(open: () => unknown): void {
    start = open;
    if (listeners.size > 0) start();
  },
  /** Called when the stream is heard of, also through another tab. */
  beat(): void {
    beatAt = Date.now();
  },
  /** Whether this page is told what changes, so that it need not ask. */
  isOpen: (): boolean => Date.now() - beatAt < silentMs,
  /** Calls `reread` after a change of one of the topics, at most once a second and while the page is visible. Returns how to stop. */
  listen(listener: LiveListener): () => void {
    listeners.add(listener);
    start?.();
    return () => void listeners.delete(listener);
  },
};

/** Reads again what the component shows when somebody has changed it. Does nothing without topics. */
export function useLive(topics: readonly LiveTopic[] | undefined, name: string, reread: () => unknown, isUrgent = false): void {
  const joined = topics?.join(' ');
  useEffect(() => {
    if (!joined || !name) return undefined;
    return live.listen({ topics: joined.split(' ') as LiveTopic[], name, reread, isUrgent });
  }, [joined, name, reread, isUrgent]);
}
