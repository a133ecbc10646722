import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { type Fetcher } from '@masomo/gateway/backend';
import { isForApi } from '../keys/apiAudience.ts';
import { createDenoPool } from './denoPool.ts';
import { createFunctionPool, defaultPoolLimits, type FunctionPool, type PoolResult, type PoolLimits } from './functionPool.ts';
import { functionSettings } from './settings.ts';
import { createSlots } from './slots.ts';
import { createSpareWorkers } from './spareWorkers.ts';
import { type DatabaseAccess } from './databaseFetch.ts';
import { type WorkerCall } from './workerProtocol.ts';

/** Runtime of the functions: threads of this process, which start fast, or Deno as on hosted Supabase. */
export type FunctionsRuntime = keyof typeof pools;
const pools = { threads: createFunctionPool, deno: createDenoPool } as const;

export type FunctionsDependencies = {
  /** Folder with one folder per function. */
  folder: string;
  /** Contents of `Deno.env`: URLs, keys, secrets. Functions see nothing else of this process's environment. */
  environment: Record<string, string>;
  /** Direct access to PostgREST, bypassing this process; without it functions use `SUPABASE_URL` for everything. */
  database?: DatabaseAccess;
  jwks: JSONWebKeySet;
  /** The parsed `supabase/config.toml`. */
  config: unknown;
  limits?: Partial<PoolLimits>;
  /** How many functions may start at the same time. Default: one for each processor. */
  startsAtOnce?: number;
  runtime?: FunctionsRuntime;
  /** Receives one line per failure, with the function's name. */
  log: (line: string) => void;
};

export type FunctionsService = { fetch: Fetcher; stop(): Promise<void> };

const validName = /^[a-z][a-z0-9-]*$/;
const maxBodyBytes = 10 * 1024 * 1024;
const retryAfterSeconds = 5;
const errorResponse = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message }, { status, headers });

/** Serves `supabase/functions/<name>/index.ts` under `/functions/v1/<name>`, as hosted Supabase does. */
export function createFunctionsService({
  folder,
  environment,
  database,
  jwks,
  config,
  limits,
  startsAtOnce = availableParallelism(),
  runtime = 'threads',
  log,
}: FunctionsDependencies): FunctionsService {
  const poolsByName = new Map<string, FunctionPool>();
  const allLimits = { ...defaultPoolLimits, ...limits };
  const shared = { starts: createSlots(startsAtOnce), spares: createSpareWorkers(allLimits.maxIdle, allLimits.idleTimeoutMs) };
  const workerDatabase = database && {
    servicesUrl: database.servicesUrl,
    publishableKey: database.publishableKey,
    secretKey: database.secretKey,
  };
  const databaseOfCall = async () => ({
    serviceRoleToken: await database?.serviceRoleToken(),
    postgrestOrigin: database?.postgrestOrigin(),
  });
  const keySet = createLocalJWKSet(jwks);
  const entryFile = (name: string) => path.join(folder, name, 'index.ts');

  function poolFor(name: string): FunctionPool {
    const pool =
      poolsByName.get(name) ?? pools[runtime]({ entry: entryFile(name), environment, database: workerDatabase }, allLimits, shared);
    poolsByName.set(name, pool);
    return pool;
  }

  async function hasValidToken(request: Request): Promise<boolean> {
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    return (
      token !== undefined &&
      jwtVerify(token, keySet, { algorithms: ['ES256'] }).then(
        ({ payload }) => isForApi(payload),
        () => false,
      )
    );
  }

  function toResponse(name: string, result: PoolResult): Response {
    if (result.type === 'responded') return result.response;
    if (result.type === 'too-busy') {
      if (result.reason) log(`function ${name} does not start: ${result.reason}`);
      const message = 'The function has too many calls at once. Try again in a moment.';
      return errorResponse(503, 'TOO_BUSY', message, { 'retry-after': String(retryAfterSeconds) });
    }
    if (result.type === 'timed-out') {
      log(`function ${name} timed out and was terminated`);
      return errorResponse(504, 'WORKER_LIMIT', 'The function timed out. Try again.');
    }
    log(`function ${name} ${result.type === 'not-started' ? 'does not start' : 'failed'}: ${result.reason}`);
    return result.type === 'not-started'
      ? errorResponse(503, 'BOOT_ERROR', 'Function failed to start (please check logs)')
      : errorResponse(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
  }

  return {
    async fetch(request) {
      const [, name = ''] = /^\/functions\/v1\/([^/]+)/.exec(new URL(request.url).pathname) ?? [];
      if (!validName.test(name) || !existsSync(entryFile(name))) return errorResponse(404, 'NOT_FOUND', 'Requested function was not found');
      const { verify_jwt: needsToken, enabled } = functionSettings(config, name);
      if (!enabled) return errorResponse(404, 'NOT_FOUND', 'Requested function was not found');
      if (needsToken && request.method !== 'OPTIONS') {
        if (!request.headers.has('authorization'))
          return Response.json({ code: 401, message: 'Missing authorization header' }, { status: 401 });
        if (!(await hasValidToken(request))) return Response.json({ code: 401, message: 'Invalid JWT' }, { status: 401 });
      }
      const call = await readCall(request);
      return call
        ? toResponse(name, await poolFor(name).call({ ...call, ...(await databaseOfCall()) }))
        : errorResponse(413, 'TOO_LARGE', 'The request is too large');
    },
    async stop() {
      await Promise.all([...poolsByName.values()].map((pool) => pool.stop()));
      await shared.spares.stop();
    },
  };
}

/** Serializes a request for a worker thread; null when its body is too large. */
async function readCall(request: Request): Promise<Omit<WorkerCall, 'serviceRoleToken' | 'postgrestOrigin'> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return {
    url: request.url,
    method: request.method,
    headers: [...request.headers],
    body: size > 0 ? new Uint8Array(Buffer.concat(chunks)) : null,
  };
}
