import { AsyncLocalStorage } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import type { Fetcher } from '../backend.ts';
import type { MessageFromThread, RenderJob, ThreadRequest, MessageToThread } from './renderMessages.ts';

/** A render may take this long, in milliseconds. */
export const renderTimeoutMs = 2_000;
/** Loading a server build for the first time may take longer: nobody waits for it, and whoever comes meanwhile gets the page from their browser. */
const loadLimit = 15_000;
/** A thread that holds this many server builds makes room for a fresh one. */
const keptBuilds = 12;

export type Renderer = {
  /** Runs a job; rejects when it throws or takes too long. */
  run(job: RenderJob): Promise<unknown>;
  stop(): Promise<void>;
};

/** `asked`: runs something as part of the request that the job is for. */
type Pending = {
  file: string;
  asked: <T>(work: () => T) => T;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};
type Thread = { worker: Worker; pending: Map<number, Pending>; files: Set<string>; loaded: Set<string>; isRetired: boolean };

/** Runs server builds in a thread of their own. A thread that hangs or dies is replaced by the next job. */
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
        void answerFetch(rest, message.request, thread.pending.get(message.job)?.asked).then((reply) =>
          worker.postMessage({ type: 'answer', id: message.id, ...reply } satisfies MessageToThread),
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
    if (current && !current.files.has(file) && current.files.size >= keptBuilds) {
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
      const tooLong = (limit: number) => new Error(`Rendering ${job.url ?? job.file} took more than ${limit} ms.`);
      return new Promise((resolve, reject) => {
        const limit = isLoading ? loadLimit : renderTimeoutMs;
        const timer = setTimeout(() => end(thread, tooLong(limit)), limit);
        thread.pending.set(id, { file: job.file, asked: AsyncLocalStorage.snapshot(), resolve, reject, timer });
        // Whoever asks while a build is being loaded waits no longer than for any page; the loading goes on.
        if (isLoading && job.call !== 'load') setTimeout(() => reject(tooLong(renderTimeoutMs)), renderTimeoutMs).unref();
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

async function answerFetch(
  rest: Fetcher,
  { url, method, headers, body }: ThreadRequest,
  asked: Pending['asked'] = (work) => work(),
): Promise<Omit<Extract<MessageToThread, { type: 'answer' }>, 'type' | 'id'>> {
  try {
    const answer = await asked(() => rest(new Request(url, { method, headers, body })));
    return { answer: { status: answer.status, headers: [...answer.headers], body: await answer.text() } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
