import { LRUCache } from 'lru-cache';
import type { FunctionWorker } from './functionWorker.ts';

/** Threads of all functions that wait for the next call. */
export type SpareWorkers = {
  /** A thread of this function, which is nobody else's from now on. */
  take(entry: string): FunctionWorker | undefined;
  /** Keeps a thread whose call is over; the one that has waited longest ends when there are too many. */
  keep(entry: string, worker: FunctionWorker): void;
  stop(): Promise<void>;
};

/** `most` bounds the memory of an installation: each thread takes about 20 MB whatever it waits for. */
export function createSpareWorkers(most: number, idleTimeoutMs: number): SpareWorkers {
  const spares = new LRUCache<FunctionWorker, string>({
    max: most,
    ttl: idleTimeoutMs,
    ttlAutopurge: true,
    dispose: (_entry, worker, reason) => {
      if (reason !== 'delete') void worker.terminate();
    },
  });
  return {
    take(entry) {
      for (const [worker, owner] of spares.entries()) {
        if (owner !== entry) continue;
        spares.delete(worker);
        if (worker.isAlive()) return worker;
      }
      return undefined;
    },
    keep(entry, worker) {
      if (worker.isAlive()) spares.set(worker, entry);
    },
    async stop() {
      const waiting = [...spares.keys()];
      spares.clear();
      await Promise.all(waiting.map((worker) => worker.terminate()));
    },
  };
}
