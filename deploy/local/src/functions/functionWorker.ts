import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type WorkerCall, type WorkerData, type WorkerMessage } from './workerProtocol.ts';

const program = path.join(import.meta.dirname, 'worker.ts');
/** As on hosted Supabase. */
const memoryMegabytes = 256;

export type CallResult = { type: 'answered'; response: Response } | { type: 'failed'; reason: string } | { type: 'timed-out' };

/** A thread with one function in it that takes one call at a time. */
export type FunctionWorker = {
  call(call: WorkerCall, limitMs: number): Promise<CallResult>;
  /** Whether it can take another call; a thread that crashed or was ended cannot. */
  isAlive(): boolean;
  end(): Promise<void>;
};

/** Starts a thread and waits until the function has registered itself; rejects with what went wrong. */
export async function startFunctionWorker(data: WorkerData, limitMs: number): Promise<FunctionWorker> {
  const worker = new Worker(program, {
    workerData: data,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    stdin: false,
  });
  let alive = true;
  let listener: ((news: WorkerMessage | { type: 'died'; reason: string }) => void) | undefined;
  const markDead = (reason: string) => {
    alive = false;
    listener?.({ type: 'died', reason });
  };
  worker.on('message', (news: WorkerMessage) => listener?.(news));
  worker.on('error', (error: Error) => markDead(error.stack ?? error.message));
  worker.on('exit', (status) => markDead(`its thread ended with status ${status}`));
  const nextMessage = (ms: number) =>
    new Promise<WorkerMessage | { type: 'died'; reason: string } | { type: 'timed-out' }>((resolve) => {
      const timer = setTimeout(() => resolve({ type: 'timed-out' }), ms);
      listener = (news) => {
        clearTimeout(timer);
        listener = undefined;
        resolve(news);
      };
    });
  const end = async () => {
    alive = false;
    await worker.terminate();
  };

  const firstMessage = await nextMessage(limitMs);
  if (firstMessage.type !== 'ready') {
    await end();
    throw new Error('reason' in firstMessage ? firstMessage.reason : `it did not start within ${limitMs / 1000} s`);
  }
  return {
    isAlive: () => alive,
    end,
    async call(call, ms) {
      const answer = nextMessage(ms);
      worker.postMessage(call);
      const news = await answer;
      if (news.type === 'answer') {
        return {
          type: 'answered',
          response: new Response(news.body ? new Uint8Array(news.body) : null, { status: news.status, headers: news.headers }),
        };
      }
      if (news.type === 'timed-out') {
        await end();
        return news;
      }
      return { type: 'failed', reason: 'reason' in news ? news.reason : 'it answered out of turn' };
    },
  };
}
