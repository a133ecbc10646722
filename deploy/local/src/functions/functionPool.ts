import { SlowStart, startFunctionWorker, type CallResult, type FunctionWorker } from './functionWorker.ts';
import { createSlots, type Slots } from './slots.ts';
import { type WorkerCall, type WorkerData } from './workerProtocol.ts';
import { errorMessage } from '../host/errorCode.ts';

export type PoolLimits = {
  /** Maximum number of threads of one function, and so of concurrent calls. */
  maxWorkers: number;
  /** Maximum number of queued calls. */
  maxQueued: number;
  startTimeoutMs: number;
  callTimeoutMs: number;
  /** An idle thread is terminated after this time. */
  idleTimeoutMs: number;
};
export const defaultPoolLimits: PoolLimits = {
  maxWorkers: 4,
  maxQueued: 100,
  startTimeoutMs: 30_000,
  callTimeoutMs: 30_000,
  idleTimeoutMs: 600_000,
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

/** `starts` are shared by all functions: more at once than the machine has processors only make each of them late. */
export function createFunctionPool(data: WorkerData, limits: PoolLimits, starts: Slots): FunctionPool {
  const idle: { worker: FunctionWorker; timer: NodeJS.Timeout }[] = [];
  const calls = createSlots(limits.maxWorkers, limits.maxQueued);
  const running = new Set<FunctionWorker>();

  function takeIdle(): FunctionWorker | undefined {
    for (let idleWorker = idle.pop(); idleWorker; idleWorker = idle.pop()) {
      clearTimeout(idleWorker.timer);
      if (idleWorker.worker.isAlive()) return idleWorker.worker;
    }
    return undefined;
  }

  function release(worker: FunctionWorker): void {
    if (!worker.isAlive()) {
      running.delete(worker);
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((spare) => spare.worker === worker),
        1,
      );
      running.delete(worker);
      void worker.terminate();
    }, limits.idleTimeoutMs);
    timer.unref();
    idle.push({ worker, timer });
  }

  async function start(): Promise<FunctionWorker> {
    await starts.take();
    try {
      // A call that has ended meanwhile has left its thread.
      return takeIdle() ?? (await startFunctionWorker(data, limits.startTimeoutMs));
    } finally {
      starts.giveBack();
    }
  }

  return {
    async call(call) {
      if (!(await calls.take())) return { type: 'too-busy' };
      try {
        const worker = takeIdle() ?? (await start());
        running.add(worker);
        const result = await worker.call(call, limits.callTimeoutMs);
        release(worker);
        return result;
      } catch (error) {
        return whenNotStarted(error);
      } finally {
        calls.giveBack();
      }
    },
    async stop() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...running].map((worker) => worker.terminate()));
      running.clear();
    },
  };
}
