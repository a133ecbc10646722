import { startFunctionWorker, type CallResult, type FunctionWorker } from './functionWorker.ts';
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
  startTimeoutMs: 10_000,
  callTimeoutMs: 30_000,
  idleTimeoutMs: 600_000,
};

export type PoolResult = CallResult | { type: 'not-started'; reason: string } | { type: 'too-busy' };

/** The threads of one function. Each call has its own thread, so that a crash or an endless loop affects only that call. */
export type FunctionPool = { call(call: WorkerCall): Promise<PoolResult>; stop(): Promise<void> };

export function createFunctionPool(data: WorkerData, limits: PoolLimits = defaultPoolLimits): FunctionPool {
  const idle: { worker: FunctionWorker; timer: NodeJS.Timeout }[] = [];
  const queue: (() => void)[] = [];
  const running = new Set<FunctionWorker>();
  let busyWorkers = 0;

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

  async function acquireSlot(): Promise<boolean> {
    if (busyWorkers >= limits.maxWorkers) {
      if (queue.length >= limits.maxQueued) return false;
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      busyWorkers += 1;
    }
    return true;
  }

  return {
    async call(call) {
      if (!(await acquireSlot())) return { type: 'too-busy' };
      try {
        const worker = takeIdle() ?? (await startFunctionWorker(data, limits.startTimeoutMs));
        running.add(worker);
        const result = await worker.call(call, limits.callTimeoutMs);
        release(worker);
        return result;
      } catch (error) {
        return { type: 'not-started', reason: errorMessage(error) };
      } finally {
        // The next queued call takes over this slot.
        const next = queue.shift();
        if (next) next();
        else busyWorkers -= 1;
      }
    },
    async stop() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...running].map((worker) => worker.terminate()));
      running.clear();
    },
  };
}
