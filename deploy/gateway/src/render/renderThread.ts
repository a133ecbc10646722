import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { MessageFromThread, RenderJob, ThreadResponse, MessageToThread } from './renderMessages.ts';

// Server builds run here, away from the thread that serves files: a slow render delays no asset, and an endless one is ended.
if (!parentPort) throw new Error('renderThread.ts is started by the gateway as a worker thread.');
const port = parentPort;
const require = createRequire(import.meta.url);
const waiting = new Map<number, { resolve: (answer: ThreadResponse) => void; reject: (error: Error) => void }>();
let lastRequest = 0;

const post = (message: MessageFromThread) => port.postMessage(message);

/** Fetch of one job through the gateway's own backend. */
async function fetchThroughGateway(job: number, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const id = (lastRequest += 1);
  const body = request.body ? await request.text() : null;
  const answer = await new Promise<ThreadResponse>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    post({ type: 'fetch', id, job, request: { url: request.url, method: request.method, headers: [...request.headers], body } });
  });
  const isEmpty = answer.status === 204 || answer.status === 304;
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answer.headers });
}

async function run(id: number, job: RenderJob, publishableKey: string): Promise<unknown> {
  const build = require(job.file) as Record<string, unknown>;
  if (job.call === 'load') return Object.keys(build);
  const target = build[job.call];
  if (target === undefined) return null;
  if (typeof target !== 'function') return target;
  const db = new PostgrestClient('http://backend/rest/v1', {
    headers: { apikey: publishableKey },
    fetch: (input, init) => fetchThroughGateway(id, input, init),
  });
  const url = new URL(job.url ?? 'http://localhost/');
  if (job.call === 'renderFrame') return target({ ...job.frame, url, db });
  if (job.call === 'offlinePage' || job.call === 'webManifest' || job.call === 'sharePicture') return target(job.frame);
  return job.call === 'render' ? target(url, db) : target(db, url);
}

port.on('message', (message: MessageToThread) => {
  if (message.type === 'answer') {
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.answer) request?.resolve(message.answer);
    else request?.reject(new Error(message.error));
    return;
  }
  const { id, job, publishableKey } = message;
  run(id, job, publishableKey).then(
    (value) => post({ type: 'done', id, value }),
    (error: unknown) =>
      post({
        type: 'failed',
        id,
        message: error instanceof Error ? error.message : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      }),
  );
});
