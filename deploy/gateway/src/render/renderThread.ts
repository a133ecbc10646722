import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { PostgrestClient } from '@supabase/postgrest-js';
import { languageOf, type Language } from '@masomo/contracts/languages';
import type { MessageFromThread, RenderJob, ThreadResponse, MessageToThread } from './renderMessages.ts';

// Server builds run here, apart from the thread that serves files: a slow render delays no asset, and an endless one can be killed.
if (!parentPort) throw new Error('renderThread.ts is started by the gateway as a worker thread.');
const port = parentPort;
const require = createRequire(import.meta.url);
const pending = new Map<number, { resolve: (response: ThreadResponse) => void; reject: (error: Error) => void }>();
let lastRequest = 0;

const post = (message: MessageFromThread) => port.postMessage(message);

/** Fetches for a job through the gateway's backend. */
async function fetchThroughGateway(job: number, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const id = (lastRequest += 1);
  const body = request.body ? await request.text() : null;
  const response = await new Promise<ThreadResponse>((resolve, reject) => {
    pending.set(id, { resolve, reject });
    post({ type: 'fetch', id, job, request: { url: request.url, method: request.method, headers: [...request.headers], body } });
  });
  const isEmpty = response.status === 204 || response.status === 304;
  return new Response(isEmpty ? null : response.body, { status: response.status, headers: response.headers });
}

const builds = new Map<string, Record<string, unknown>>();

/** A copy of a build for each language: a copy keeps the language of its texts, so pages of several render side by side. */
function loadBuild(file: string, language: Language): Record<string, unknown> {
  const key = `${file} ${language}`;
  let build = builds.get(key);
  if (!build) {
    delete require.cache[file];
    build = require(file) as Record<string, unknown>;
    builds.set(key, build);
  }
  return build;
}

async function run(id: number, job: RenderJob, publishableKey: string): Promise<unknown> {
  const build = loadBuild(job.file, languageOf(new URL(job.url ?? 'http://localhost/').pathname));
  if (job.call === 'load') return Object.keys(build);
  const target = build[job.call];
  if (target === undefined) return null;
  if (typeof target !== 'function') return target;
  const db = new PostgrestClient('http://backend/rest/v1', {
    headers: { apikey: publishableKey },
    fetch: (input, init) => fetchThroughGateway(id, input, init),
  });
  const url = new URL(job.url ?? 'http://localhost/');
  if (job.call === 'renderFrame') return target({ ...job.input, url, db });
  if (job.call === 'offlinePage' || job.call === 'webManifest' || job.call === 'shareImage') return target(job.input);
  return job.call === 'render' ? target(url, db) : target(db, url);
}

port.on('message', (message: MessageToThread) => {
  if (message.type === 'response') {
    const request = pending.get(message.id);
    pending.delete(message.id);
    if (message.response) request?.resolve(message.response);
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
