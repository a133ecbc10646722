import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openClient, withClient } from '../database/connections.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '../host/processes.ts';
import { removeCluster } from './clusterLocation.ts';
import { startPostgres, type RunningPostgres } from './startPostgres.ts';

let dataDir: string;
let running: RunningPostgres | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-recovery-'));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true });
});

/** Starts PostgreSQL from a separate process, which the test can kill. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const program = `import { startPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'startPostgres.ts'))};
const { adminUrl, pid } = await startPostgres({ dataDir: process.argv[1] });
console.log(JSON.stringify({ url: adminUrl, pid })); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; pid: number }) };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}

describe('after a kill', () => {
  it('of the parent process, PostgreSQL is stopped and restarted with everything committed', async () => {
    const first = await startElsewhere();
    await query(first.url, 'create table committed (id int); insert into committed values (1);');
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    expect(isAlive(first.pid)).toBe(true);
    const lines: string[] = [];
    running = await startPostgres({ dataDir, log: (line) => lines.push(line) });
    expect(lines).toEqual([`stopping a PostgreSQL that an earlier start left running (process ${first.pid})`]);
    expect(isAlive(first.pid)).toBe(false);
    expect(await query(running.adminUrl, 'select id from committed')).toEqual([{ id: 1 }]);
  });

  it('of PostgreSQL itself, onExit is called and the next start has everything committed', async () => {
    const { promise: exitReason, resolve: onExit } = Promise.withResolvers<string>();
    const first = await startPostgres({ dataDir, onExit });
    await query(first.adminUrl, 'create table committed (id int); insert into committed values (1);');
    process.kill(first.pid, 'SIGKILL');
    expect(await exitReason).not.toBe('');
    running = await startPostgres({ dataDir });
    expect(await query(running.adminUrl, 'select id from committed')).toEqual([{ id: 1 }]);
  });

  it('a pid file with the id of another program does not kill that program', async () => {
    running = await startPostgres({ dataDir });
    const { cluster } = running;
    await running.stop();
    writeFileSync(path.join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n`);
    running = await startPostgres({ dataDir });
    expect(isAlive(process.pid)).toBe(true);
    expect(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]).toBe(String(running.pid));
  });
});

describe('a regular stop', () => {
  it('closes open connections, leaves no pid file, and is not reported as a crash', async () => {
    const crashes: string[] = [];
    const postgres = await startPostgres({ dataDir, onExit: (reason) => crashes.push(reason) });
    await openClient(postgres.adminUrl);
    await postgres.stop();
    expect(isAlive(postgres.pid)).toBe(false);
    expect(existsSync(path.join(postgres.cluster, 'postmaster.pid'))).toBe(false);
    expect(crashes).toEqual([]);
  });
});
