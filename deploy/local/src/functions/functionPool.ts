import { startFunctionWorker, type CallEnd, type FunctionWorker } from './functionWorker.ts';
import { type WorkerCall, type WorkerData } from './workerProtocol.ts';

export type PoolLimits = {
  /** Threads of one function, and so calls it works on at once. */
  mostWorkers: number;
  /** Calls that may wait for a thread. */
  mostWaiting: number;
  startMs: number;
  callMs: number;
  /** An idle thread ends after this. */
  idleMs: number;
};
export const defaultPoolLimits: PoolLimits = { mostWorkers: 4, mostWaiting: 100, startMs: 10_000, callMs: 30_000, idleMs: 600_000 };

export type PoolEnd = CallEnd | { type: 'not-started'; reason: string } | { type: 'too-busy' };

/** The threads of one function. A call has its thread to itself, so that a crash or an endless loop costs only that call. */
export type FunctionPool = { call(call: WorkerCall): Promise<PoolEnd>; end(): Promise<void> };

export function createFunctionPool(data: WorkerData, limits: PoolLimits = defaultPoolLimits): FunctionPool {
  const idle: { worker: FunctionWorker; timer: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  const running = new Set<FunctionWorker>();
  let busy = 0;

  function takeIdle(): FunctionWorker | undefined {
    for (let spare = idle.pop(); spare; spare = idle.pop()) {
      clearTimeout(spare.timer);
      if (spare.worker.isAlive()) return spare.worker;
    }
    return undefined;
  }

  function giveBack(worker: FunctionWorker): void {
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
      void worker.end();
    }, limits.idleMs);
    timer.unref();
    idle.push({ worker, timer });
  }

  async function turn(): Promise<boolean> {
    if (busy >= limits.mostWorkers) {
      if (waiting.length >= limits.mostWaiting) return false;
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      busy += 1;
    }
    return true;
  }

  return {
    async call(call) {
      if (!(await turn())) return { type: 'too-busy' };
      try {
        const worker = takeIdle() ?? (await startFunctionWorker(data, limits.startMs));
        running.add(worker);
        const end = await worker.call(call, limits.callMs);
        giveBack(worker);
        return end;
      } catch (error) {
        return { type: 'not-started', reason: error instanceof Error ? error.message : String(error) };
      } finally {
        // Whoever waits takes this turn over.
        const next = waiting.shift();
        if (next) next();
        else busy -= 1;
      }
    },
    async end() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...running].map((worker) => worker.end()));
      running.clear();
    },
  };
}
