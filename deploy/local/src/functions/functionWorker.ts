import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type WorkerCall, type WorkerData, type WorkerMessage } from './workerProtocol.ts';

const program = path.join(import.meta.dirname, 'worker.ts');
/** The limit of hosted Supabase. */
const memoryMegabytes = 256;

export type CallResult = { type: 'responded'; response: Response } | { type: 'failed'; reason: string } | { type: 'timed-out' };

/** The function did not start in time, which says nothing against it: the machine has too much to do. */
export class SlowStart extends Error {
  constructor(limitMs: number) {
    super(`it did not start within ${limitMs / 1000} s`);
  }
}

/** A thread that runs one function and handles one call at a time. */
export type FunctionWorker = {
  call(call: WorkerCall, limitMs: number): Promise<CallResult>;
  /** Whether it can handle another call; a crashed or terminated thread cannot. */
  isAlive(): boolean;
  terminate(): Promise<void>;
};

/** Starts a thread and waits until the function has called `Deno.serve`; rejects with the reason of a failure. */
export async function startFunctionWorker(data: WorkerData, limitMs: number): Promise<FunctionWorker> {
  const worker = new Worker(program, {
    workerData: data,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    stdin: false,
  });
  let isRunning = true;
  let listener: ((message: WorkerMessage | { type: 'died'; reason: string }) => void) | undefined;
  const markDead = (reason: string) => {
    isRunning = false;
    listener?.({ type: 'died', reason });
  };
  worker.on('message', (message: WorkerMessage) => listener?.(message));
  worker.on('error', (error: Error) => markDead(error.stack ?? error.message));
  worker.on('exit', (status) => markDead(`its thread exited with status ${status}`));
  const nextMessage = (ms: number) =>
    new Promise<WorkerMessage | { type: 'died'; reason: string } | { type: 'timed-out' }>((resolve) => {
      const timer = setTimeout(() => resolve({ type: 'timed-out' }), ms);
      listener = (message) => {
        clearTimeout(timer);
        listener = undefined;
        resolve(message);
      };
    });
  const end = async () => {
    isRunning = false;
    await worker.terminate();
  };

  const firstMessage = await nextMessage(limitMs);
  if (firstMessage.type !== 'ready') {
    await end();
    throw 'reason' in firstMessage ? new Error(firstMessage.reason) : new SlowStart(limitMs);
  }
  return {
    isAlive: () => isRunning,
    terminate: end,
    async call(call, ms) {
      const reply = nextMessage(ms);
      worker.postMessage(call);
      const message = await reply;
      if (message.type === 'response') {
        return {
          type: 'responded',
          response: new Response(message.body ? new Uint8Array(message.body) : null, { status: message.status, headers: message.headers }),
        };
      }
      if (message.type === 'timed-out') {
        await end();
        return message;
      }
      return { type: 'failed', reason: 'reason' in message ? message.reason : 'it sent an unexpected message' };
    },
  };
}
