import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../host/processes.ts';

/** Stops a PostgreSQL that a killed start left running in this folder, and removes a stale pid file. */
export async function stopOrphanedPostgres(cluster: string, log: (line: string) => void): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (isPostgresOf(pid, cluster)) {
    log(`stopping a PostgreSQL that an earlier start left running (process ${pid})`);
    await stopPostgres(pid);
  } else {
    rmSync(file, { force: true });
  }
}

/** Fast shutdown: disconnects clients and keeps everything committed. After 20 s an immediate one, which recovers at the next start. */
export async function stopPostgres(pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    if (!sendSignal(pid, signal)) return;
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!isAlive(pid)) return;
      await sleep(20);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop. Kill it manually, then start again.`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** A process id in a stale file may belong to another program by now; PostgreSQL's working directory is its data folder. */
function isPostgresOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === path.resolve(cluster);
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}
