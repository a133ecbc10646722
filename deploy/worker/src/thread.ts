import { parentPort } from 'node:worker_threads';
import { startWorker } from './startWorker.ts';

// The worker of the embedded backend, beside the gateway's thread so that a long step holds no page up.
const worker = await startWorker(process.env, (line) => parentPort?.postMessage(line));
parentPort?.on('message', (message: 'wake' | 'stop') => {
  if (message === 'wake') worker.wake();
  else void worker.stop().then(() => parentPort?.close());
});
