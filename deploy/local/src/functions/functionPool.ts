import { SlowStart, startFunctionWorker, type CallResult, type FunctionWorker } from './functionWorker.ts';
import { createSlots, type Slots } from './slots.ts';
import type { SpareWorkers } from './spareWorkers.ts';
import { type WorkerCall, type WorkerData } from './workerProtocol.ts';
import { errorMessage } from '../host/errorCode.ts';

export type PoolLimits = {
  /** Maximum number of threads of one function, and so of concurrent calls. */
  maxWorkers: number;
  /** Maximum number of queued calls. */
  maxQueued: number;
  startTimeoutMs: number;
  callTimeoutMs: number;
  /** An idle thread is terminated after this time, and earlier when all functions together have more than this number. */
  idleTimeoutMs: number;
  maxIdle: number;
};
export const defaultPoolLimits: PoolLimits = {
  maxWorkers: 4,
  maxQueued: 100,
  startTimeoutMs: 30_000,
  callTimeoutMs: 30_000,
  idleTimeoutMs: 600_000,
  maxIdle: 12,
};

/** `too-busy`: another try in a moment may succeed; `reason` says why when the function could not even start in time. */
export type PoolResult = CallResult | { type: 'not-started'; reason: string } | { type: 'too-busy'; reason?: string };

/** The threads of one function. Each call has its own thread, so that a crash or an endless loop affects only that call. */
export type FunctionPool = { call(call: WorkerCall): Promise<PoolResult>; stop(): Promise<void> };

/** What a call gets whose function did not start. */
export const whenNotStarted = (error: unknown): PoolResult => ({
  type: error instanceof SlowStart ? 'too-busy' : 'not-started',
  reason: errorMessage(error),
});

/** What all functions share: more starts at once than the machine has processors only make each of them late. */
export type SharedByPools = { starts: Slots; spares: SpareWorkers };

export function createFunctionPool(data: WorkerData, limits: PoolLimits, { starts, spares }: SharedByPools): FunctionPool {
  const calls = createSlots(limits.maxWorkers, limits.maxQueued);
  const running = new Set<FunctionWorker>();

  async function start(): Promise<FunctionWorker> {
    await starts.take();
    try {
      // A call that has ended in the meantime has left its thread.
      return spares.take(data.entry) ?? (await startFunctionWorker(data, limits.startTimeoutMs));
    } finally {
      starts.giveBack();
    }
  }

  return {
    async call(call) {
      if (!(await calls.take())) return { type: 'too-busy' };
      try {
        const worker = spares.take(data.entry) ?? (await start());
        running.add(worker);
        const result = await worker.call(call, limits.callTimeoutMs);
        running.delete(worker);
        spares.keep(data.entry, worker);
        return result;
      } catch (error) {
        return whenNotStarted(error);
      } finally {
        calls.giveBack();
      }
    },
    async stop() {
      await Promise.all([...running].map((worker) => worker.terminate()));
      running.clear();
    },
  };
}
