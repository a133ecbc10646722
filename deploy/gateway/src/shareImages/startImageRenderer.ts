import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImageNode } from '@masomo/contracts/frame';
import { shareImageSize, type ImageSize } from './imageSize.ts';

type Rendered = { png?: Uint8Array<ArrayBuffer>; error?: string };

const renderTimeoutMs = 10_000;
/** After this long without work the thread ends and frees its memory. */
const idleTimeoutMs = 30_000;

/** Renders one image at a time in a thread that lives while there are images to render. */
export function startImageRenderer() {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    const thread = worker;
    worker = undefined;
    clearTimeout(idleTimer);
    await thread?.terminate();
  }

  async function renderNow(tree: ImageNode, size: ImageSize): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(idleTimer);
    worker ??= new Worker(new URL('./imageThread.ts', import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] });
    worker.unref();
    try {
      worker.postMessage({ tree, size });
      const [{ png, error }] = (await once(worker, 'message', { signal: AbortSignal.timeout(renderTimeoutMs) })) as [Rendered];
      if (!png) throw new Error(error);
      idleTimer = setTimeout(() => void stop(), idleTimeoutMs).unref();
      return png;
    } catch (error) {
      await stop();
      throw error;
    }
  }

  return {
    render(tree: ImageNode, size: ImageSize = shareImageSize): Promise<Uint8Array<ArrayBuffer>> {
      const rendering = last.then(() => renderNow(tree, size));
      last = rendering.catch(() => undefined);
      return rendering;
    },
    stop,
  };
}
