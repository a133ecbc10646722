import { parentPort } from 'node:worker_threads';
import type { ImageNode } from '@masomo/contracts/frame';
import type { ImageSize } from './imageSize.ts';
import { renderImage } from './renderImage.ts';

// Rendering an image takes a tenth of a second of CPU time: in a thread of its own it delays no page.
if (!parentPort) throw new Error('imageThread.ts is started by the gateway as a worker thread.');
const port = parentPort;

port.on('message', ({ tree, size }: { tree: ImageNode; size: ImageSize }) => {
  renderImage(tree, size).then(
    (png) => port.postMessage({ png }),
    (error: unknown) => port.postMessage({ error: String(error) }),
  );
});
