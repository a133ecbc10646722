import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { databaseFetch } from './databaseFetch.ts';
import { type WorkerCall, type WorkerData, type WorkerMessage } from './workerProtocol.ts';

// Runs one edge function in a worker thread with the part of the Deno API that the functions use.
type Handler = (request: Request, info: object) => Response | Promise<Response>;

const { entry, environment, database }: WorkerData = workerData;
const port = parentPort;
if (!port) throw new Error('worker.ts runs only as a worker.');
const postMessage = (message: WorkerMessage) => port.postMessage(message);

let handler: Handler | undefined;
let serviceRoleToken: string | undefined;
let postgrestOrigin: string | undefined;
const environmentVariables = new Map(Object.entries(environment));

Object.assign(globalThis, {
  Deno: {
    env: {
      get: (name: string) => environmentVariables.get(name),
      has: (name: string) => environmentVariables.has(name),
      toObject: () => Object.fromEntries(environmentVariables),
    },
    serve(...args: unknown[]) {
      const handlerArgument = args.find((arg): arg is Handler => typeof arg === 'function');
      if (!handlerArgument) throw new TypeError('Deno.serve needs a handler.');
      handler = handlerArgument;
      return { finished: new Promise(() => {}), shutdown: async () => {} };
    },
  },
});

/** Maps `npm:zod@4/mini` to the installed `zod/mini`; other registries would need the internet. */
function nodeSpecifier(specifier: string): string {
  const [, name, path = ''] = /^npm:\/?((?:@[^/]+\/)?[^/@]+)(?:@[^/]+)?(\/.*)?$/.exec(specifier) ?? [];
  if (name) return `${name}${path}`;
  if (/^(?:jsr|https?):/.test(specifier)) throw new Error(`"${specifier}" cannot be imported: only npm: packages and files are supported.`);
  return specifier;
}
registerHooks({ resolve: (specifier, context, next) => next(nodeSpecifier(specifier), context) });

if (database)
  globalThis.fetch = databaseFetch(
    { ...database, serviceRoleToken: async () => serviceRoleToken ?? '', postgrestOrigin: () => postgrestOrigin ?? '' },
    globalThis.fetch,
  );

port.on('message', async ({ url, method, headers, body, ...call }: WorkerCall) => {
  ({ serviceRoleToken, postgrestOrigin } = call);
  try {
    const request = new Request(url, { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) });
    const response = await handler?.(request, {});
    if (!(response instanceof Response)) throw new TypeError('The function did not return a Response.');
    const content = new Uint8Array(await response.arrayBuffer());
    postMessage({
      type: 'response',
      status: response.status,
      headers: [...response.headers],
      body: content.byteLength > 0 ? content : null,
    });
  } catch (error) {
    postMessage({ type: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

await import(pathToFileURL(entry).href);
if (!handler) throw new Error('The function does not call Deno.serve.');
postMessage({ type: 'ready' });
