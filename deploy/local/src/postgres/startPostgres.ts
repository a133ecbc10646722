import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../host/freePort.ts';
import { postgresBinaries } from './binaries.ts';
import { clusterLocation } from './clusterLocation.ts';
import { createCluster } from './createCluster.ts';
import { openClient } from '../database/connections.ts';
import { databasePassword } from '../database/databasePassword.ts';
import { stopOrphanedPostgres, stopPostgres } from './stopPostgres.ts';
import { postgresOsUser, type OsUser } from './osUser.ts';
import { machineMemory, serverSettings } from './serverSettings.ts';
import { adminRole, databaseUrl } from '../database/roles.ts';
import { errorMessage } from '../host/errorCode.ts';

export type PostgresOptions = {
  dataDir: string;
  /** Default: a free port. */
  port?: number;
  /** Receives one line per notable event. */
  log?: (line: string) => void;
  /** For tests only: no fsync, so a crash of the machine may lose data. */
  isVolatile?: boolean;
  /** Folder of another PostgreSQL's programs. */
  bin?: string;
  /** Called when PostgreSQL exits unexpectedly. */
  onExit?: (reason: string) => void;
};

export type RunningPostgres = {
  port: number;
  pid: number;
  /** Folder of the database's files. */
  cluster: string;
  password: string;
  /** Connection URL of the role `postgres`, which owns the database but is not a superuser, as on Supabase. */
  url: string;
  /** Connection URL of the superuser. */
  adminUrl: string;
  stop(): Promise<void>;
};

/** Starts PostgreSQL on the loopback address; creates the cluster in `dataDir` the first time. */
export async function startPostgres({
  dataDir,
  port,
  log = () => {},
  isVolatile = false,
  bin,
  onExit,
}: PostgresOptions): Promise<RunningPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const user = postgresOsUser();
  const programs = postgresBinaries(user, bin);
  const cluster = clusterLocation(path.resolve(dataDir), user);
  const password = databasePassword(dataDir);
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    log('creating the database');
    await createCluster({ programs, cluster, password, user, isVolatile: isVolatile });
  }
  await stopOrphanedPostgres(cluster, log);

  const listenPort = port ?? (await freePort());
  const logFile = path.join(dataDir, 'postgres.log');
  const child = launch({ programs, cluster, port: listenPort, user, isVolatile: isVolatile, logFile });
  let isStopping = false;
  let endReason: string | undefined;
  const exit = new Promise<void>((resolve) => {
    const finish = (reason: string) => {
      endReason ??= reason;
      resolve();
    };
    child.once('error', (error) => finish(error.message));
    child.once('exit', (status, signal) => finish(lastFatal(logFile) ?? `it exited with ${signal ?? `status ${status}`}`));
  });
  const adminUrl = databaseUrl({ role: adminRole, password, port: listenPort });
  await waitUntilReady(adminUrl, () => endReason).catch(async (error: unknown) => {
    child.kill('SIGQUIT');
    await exit;
    throw error;
  });
  void exit.then(() => {
    if (!isStopping) onExit?.(endReason ?? 'it exited');
  });
  return {
    port: listenPort,
    pid: child.pid!,
    cluster,
    password,
    url: databaseUrl({ role: 'postgres', password, port: listenPort }),
    adminUrl,
    async stop() {
      isStopping = true;
      if (endReason === undefined) await stopPostgres(child.pid!);
      await exit;
    },
  };
}

const testMemory = 2 ** 30;

type Launch = { programs: string; cluster: string; port: number; user: OsUser; isVolatile: boolean; logFile: string };

/** Detached, so that Ctrl-C in the terminal reaches only this process, which then stops its services in order. */
function launch({ programs, cluster, port, user, isVolatile: isVolatile, logFile }: Launch): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'lc_messages=C',
    // Tests run many small databases beside each other.
    ...Object.entries(serverSettings(isVolatile ? testMemory : machineMemory())).map(([name, value]) => `${name}=${value}`),
  ];
  if (isVolatile) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  rmSync(logFile, { force: true });
  const output = openSync(logFile, 'a', 0o600);
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(path.join(programs, 'postgres'), args, { ...user, cwd: '/', detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  return child;
}

async function waitUntilReady(url: string, ended: () => string | undefined): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const reason = ended();
    if (reason !== undefined) throw new Error(`PostgreSQL does not start: ${reason}`);
    try {
      const client = await openClient(url);
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL does not respond after 60 s: ${errorMessage(error)}`, {
          cause: error,
        });
      await sleep(25);
    }
  }
}

function lastFatal(logFile: string): string | undefined {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n') : [];
  return lines.findLast((line) => /\b(FATAL|PANIC):/.test(line))?.replace(/^.*?(FATAL|PANIC):\s*/, '');
}
