import process from 'node:process';
import { deserialize, serialize } from 'node:v8';
import { compileFunction } from 'node:vm';
import { PostgrestClient } from '@supabase/postgrest-js';
import { removeGlobals, requireForBuild } from './buildGlobals.ts';
import type { BuildResponse, MessageFromProcess, MessageToProcess, RenderJob } from './renderMessages.ts';

// The server builds of one app run here. The team that may release that app decides what they do, so this process holds nothing of worth:
// no environment, no files but its own program, no network. `startRenderProcess.ts` and `confineProcess.ts` set its limits.
const send = process.send?.bind(process);
if (!send) throw new Error('renderProcess.ts is started by the gateway.');

/** A page with its data has less than a tenth of this. */
const maxMessageBytes = 8 * 1024 * 1024;
const { apply } = Reflect;
const byteLength = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'byteLength')?.get;
/** A build may change what belongs to all typed arrays, so their size is read by the original getter. */
const sizeOf = (bytes: Uint8Array) => Number(byteLength && apply(byteLength, bytes, []));

function post(message: MessageFromProcess): void {
  const bytes = serialize(message);
  if (sizeOf(bytes) > maxMessageBytes) throw new Error('A server build sends no more than 8 MB at once.');
  send?.(bytes);
}

const pending = new Map<number, { resolve: (response: BuildResponse) => void; reject: (error: Error) => void }>();
let lastRequest = 0;

/** Fetches for a job through the gateway's backend. */
async function fetchThroughGateway(job: number, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const id = (lastRequest += 1);
  const body = request.body ? await request.text() : null;
  const response = await new Promise<BuildResponse>((resolve, reject) => {
    pending.set(id, { resolve, reject });
    post({ type: 'fetch', id, job, request: { url: request.url, method: request.method, headers: [...request.headers], body } });
  });
  const isEmpty = response.status === 204 || response.status === 304;
  return new Response(isEmpty ? null : response.body, { status: response.status, headers: response.headers });
}

type Build = Record<string, unknown>;
const sources = new Map<string, string>();
const builds = new Map<string, Build>();

/** A copy of a build for each language: a copy keeps the language of its texts, so pages of several render side by side. */
function loadBuild(file: string, language: string): Build {
  const key = `${file} ${language}`;
  let build = builds.get(key);
  if (!build) {
    const module: { exports: Build } = { exports: {} };
    // Without a loader of its own, `import()` in a build is refused.
    compileFunction(sources.get(file) ?? '', ['exports', 'require', 'module', '__filename', '__dirname'], { filename: file })(
      module.exports,
      requireForBuild,
      module,
      file,
      '/',
    );
    build = module.exports;
    builds.set(key, build);
  }
  return build;
}

async function run(id: number, job: RenderJob, language: string, publishableKey: string): Promise<unknown> {
  const build = loadBuild(job.file, language);
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
  if (job.call === 'shareImage') return target(job.input);
  return job.call === 'render' ? target(url, db) : target(db, url);
}

const textOf = (error: unknown) =>
  error instanceof Error ? { message: String(error.message), stack: error.stack && String(error.stack) } : { message: String(error) };

process.on('disconnect', () => process.exit());
process.on('message', (bytes) => {
  if (!(bytes instanceof Uint8Array)) return;
  const message: MessageToProcess = deserialize(bytes);
  if (message.type === 'build') {
    sources.set(message.file, message.source);
  } else if (message.type === 'response') {
    const request = pending.get(message.id);
    pending.delete(message.id);
    if (message.response) request?.resolve(message.response);
    else request?.reject(new Error(message.error));
  } else {
    const { id, job, language, publishableKey } = message;
    run(id, job, language, publishableKey)
      .then((value) => post({ type: 'done', id, value }))
      .catch((error: unknown) => post({ type: 'failed', id, ...textOf(error) }));
  }
});
removeGlobals();
// Read once, from files of the system, while there are any.
new Date().getTimezoneOffset();
post({ type: 'ready' });
