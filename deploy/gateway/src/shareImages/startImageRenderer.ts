import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImageNode } from '@masomo/contracts/frame';

type Drawn = { png?: Uint8Array<ArrayBuffer>; error?: string };

const patienceMs = 10_000;
/** A thread nobody asks for this long gives its memory back. */
const idleMs = 30_000;

/** Draws one picture at a time in a thread that lives while there are pictures to draw. */
export function startImageRenderer() {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  async function rest(): Promise<void> {
    const thread = worker;
    worker = undefined;
    clearTimeout(idle);
    await thread?.terminate();
  }

  async function draw(tree: ImageNode): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(idle);
    worker ??= new Worker(new URL('./imageThread.ts', import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] });
    worker.unref();
    try {
      worker.postMessage(tree);
      const [{ png, error }] = (await once(worker, 'message', { signal: AbortSignal.timeout(patienceMs) })) as [Drawn];
      if (!png) throw new Error(error);
      idle = setTimeout(() => void rest(), idleMs).unref();
      return png;
    } catch (error) {
      await rest();
      throw error;
    }
  }

  return {
    draw(tree: ImageNode): Promise<Uint8Array<ArrayBuffer>> {
      const drawn = last.then(() => draw(tree));
      last = drawn.catch(() => undefined);
      return drawn;
    },
    stop: rest,
  };
}
