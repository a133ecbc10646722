import { AsyncLocalStorage } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import type { Fetcher } from '../backend.ts';
import type { MessageFromThread, RenderJob, ThreadRequest, MessageToThread } from './renderMessages.ts';

/** How long a render may take. */
const renderTimeoutMs = 2_000;
/** Loading a server build may take longer: visitors do not wait for it, their browsers render the page meanwhile. */
const loadTimeoutMs = 15_000;
/** A thread that has loaded this many server builds is replaced, because builds cannot be unloaded. */
const maxBuildsPerThread = 12;

export type Renderer = {
  /** Runs a job; rejects when it throws or takes too long. */
  run(job: RenderJob): Promise<unknown>;
  stop(): Promise<void>;
};

type PendingJob = {
  file: string;
  /** Runs something in the async context of the request that the job is for. */
  runInContext: <T>(work: () => T) => T;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};
type Thread = { worker: Worker; pending: Map<number, PendingJob>; files: Set<string>; loaded: Set<string>; isRetired: boolean };

/** Runs server builds in a thread of their own. A thread that hangs or dies is replaced when the next job comes. */
export function startRenderer(rest: Fetcher, publishableKey: string): Renderer {
  let current: Thread | undefined;
  let lastJob = 0;

  function end(thread: Thread, reason: Error): void {
    if (current === thread) current = undefined;
    thread.isRetired = true;
    for (const { reject, timer } of thread.pending.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    thread.pending.clear();
    void thread.worker.terminate();
  }

  function start(): Thread {
    const worker = new Worker(new URL('./renderThread.ts', import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] });
    const thread: Thread = { worker, pending: new Map(), files: new Set(), loaded: new Set(), isRetired: false };
    worker.unref();
    worker.on('error', (error: unknown) => end(thread, error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => end(thread, new Error('The render thread ended.')));
    worker.on('message', (message: MessageFromThread) => {
      if (message.type === 'fetch')
        void fetchForThread(rest, message.request, thread.pending.get(message.job)?.runInContext).then((result) =>
          worker.postMessage({ type: 'response', id: message.id, ...result } satisfies MessageToThread),
        );
      else settle(thread, message);
    });
    return thread;
  }

  function settle(thread: Thread, message: Exclude<MessageFromThread, { type: 'fetch' }>): void {
    const job = thread.pending.get(message.id);
    if (!job) return;
    thread.pending.delete(message.id);
    clearTimeout(job.timer);
    thread.loaded.add(job.file);
    if (message.type === 'done') job.resolve(message.value);
    else job.reject(Object.assign(new Error(message.message), message.stack ? { stack: message.stack } : {}));
    if (thread.isRetired && thread.pending.size === 0) void thread.worker.terminate();
  }

  function threadFor(file: string): Thread {
    if (current && !current.files.has(file) && current.files.size >= maxBuildsPerThread) {
      current.isRetired = true;
      if (current.pending.size === 0) void current.worker.terminate();
      current = undefined;
    }
    current ??= start();
    current.files.add(file);
    return current;
  }

  return {
    run(job) {
      const thread = threadFor(job.file);
      const id = (lastJob += 1);
      const isLoading = [...thread.files].some((file) => !thread.loaded.has(file));
      const timeoutError = (timeoutMs: number) => new Error(`Rendering ${job.url ?? job.file} took more than ${timeoutMs} ms.`);
      return new Promise((resolve, reject) => {
        const timeoutMs = isLoading ? loadTimeoutMs : renderTimeoutMs;
        const timer = setTimeout(() => end(thread, timeoutError(timeoutMs)), timeoutMs);
        thread.pending.set(id, { file: job.file, runInContext: AsyncLocalStorage.snapshot(), resolve, reject, timer });
        // While a build is loading, a visitor waits no longer than for any page; the loading continues.
        if (isLoading && job.call !== 'load') setTimeout(() => reject(timeoutError(renderTimeoutMs)), renderTimeoutMs).unref();
        thread.worker.postMessage({ type: 'job', id, job, publishableKey } satisfies MessageToThread);
      });
    },
    async stop() {
      const thread = current;
      if (thread) end(thread, new Error('The gateway is stopping.'));
      await thread?.worker.terminate();
    },
  };
}

async function fetchForThread(
  rest: Fetcher,
  { url, method, headers, body }: ThreadRequest,
  runInContext: PendingJob['runInContext'] = (work) => work(),
): Promise<Omit<Extract<MessageToThread, { type: 'response' }>, 'type' | 'id'>> {
  try {
    const response = await runInContext(() => rest(new Request(url, { method, headers, body })));
    return { response: { status: response.status, headers: [...response.headers], body: await response.text() } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
