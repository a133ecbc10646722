import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Fetcher } from '@masomo/gateway/backend';

export type Jobs = {
  /** A service whose answered changes have the worker look for jobs at once. */
  waking(service: Fetcher): Fetcher;
  stop(): Promise<void>;
};

const thread = path.resolve(import.meta.dirname, '../../../worker/src/thread.ts');
/** The first pages are served before the worker takes a core. */
const startDelayMs = 1_000;
const restartDelayMs = 5_000;
const wakeDelayMs = 100;
const reads = ['GET', 'HEAD', 'OPTIONS'];

/** Runs the worker of jobs in a thread of this process. */
export function startJobs({ environment, log }: { environment: Record<string, string>; log: (line: string) => void }): Jobs {
  let worker: Worker | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let isStopping = false;
  let waking: NodeJS.Timeout | undefined;
  function start(): void {
    clearTimeout(timer);
    if (worker || isStopping) return;
    worker = new Worker(thread, { env: environment });
    worker.on('message', log);
    worker.on('error', (error: Error) => log(`jobs: ${error.message}`));
    ended = new Promise<void>((resolve) => {
      worker?.once('exit', () => {
        worker = undefined;
        if (!isStopping) setTimeout(start, restartDelayMs).unref();
        resolve();
      });
    });
  }
  const timer = setTimeout(start, startDelayMs);
  timer.unref();
  return {
    waking: (service) => async (request) => {
      const response = await service(request);
      if (!reads.includes(request.method) && response.ok) {
        start();
        // Many changes in a moment wake it once.
        waking ??= setTimeout(() => {
          waking = undefined;
          worker?.postMessage('wake');
        }, wakeDelayMs).unref();
      }
      return response;
    },
    async stop() {
      isStopping = true;
      clearTimeout(waking);
      clearTimeout(timer);
      worker?.postMessage('stop');
      await ended;
    },
  };
}
