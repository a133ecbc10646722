import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { freePort } from '@masomo/local/host/freePort';
import { removeCluster } from '@masomo/local/postgres/clusterLocation';

/** What is killed: the process of the gateway, the functions and the other services, or PostgreSQL. */
export type Target = 'server' | 'database';

const runner = path.resolve(import.meta.dirname, '../../../tools/run.mjs');
const password = 'measured-demo-2026';
const readyTimeoutMs = 180_000;

/** Ids of the processes whose parent this is. */
async function childrenOf(parent: number): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(ids.map(async (id) => [Number(id), await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')] as const));
  return stats.filter(([, stat]) => Number(stat.replace(/^.*\) /s, '').split(' ')[1]) === parent).map(([id]) => id);
}

/** Starts the product as `npm start` does, with demonstration data in a temporary folder. What is killed is started again by itself. */
export async function openKillableProduct(log: (line: string) => void) {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-killed-'));
  await chmod(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const supervisor = spawn(process.execPath, [runner, 'start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  let isLogged = true;
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (isLogged) for (const line of text.split('\n').filter(Boolean)) log(line);
    });

  const serverPid = async () => (await childrenOf(supervisor.pid ?? 0))[0] ?? 0;
  async function databasePid(): Promise<number> {
    const outside = await readFile(path.join(dataDir, 'postgres.location'), 'utf8').catch(() => path.join(dataDir, 'postgres'));
    return Number((await readFile(path.join(outside.trim(), 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }
  const answers = async () => {
    const { publishableKey } = (await (await fetch(`${origin}/config.json`)).json()) as { publishableKey: string };
    return (await fetch(`${origin}/rest/v1/retention_rules?select=key&limit=1`, { headers: { apikey: publishableKey } })).ok;
  };
  /** Milliseconds until a server other than this one answers, from the database too. */
  async function readyAgain(dead: number): Promise<number> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < readyTimeoutMs) {
      const pid = await serverPid();
      if (pid !== 0 && pid !== dead && (await answers().catch(() => false))) return performance.now() - startedAt;
      await sleep(20);
    }
    throw new Error('The product does not answer again.');
  }

  await readyAgain(0);
  isLogged = false;
  return {
    origin,
    password,
    /** Connects as the owner of the database, which has another port after each start. */
    async connect(): Promise<pg.Client> {
      const client = await openClient((await readFile(path.join(dataDir, 'database.url'), 'utf8')).trim());
      return client;
    },
    /** Kills with SIGKILL and resolves with the milliseconds until the product answers again. */
    async kill(target: Target): Promise<number> {
      const server = await serverPid();
      process.kill(target === 'server' ? server : await databasePid(), 'SIGKILL');
      return readyAgain(server);
    },
    async stop(): Promise<void> {
      supervisor.kill('SIGTERM');
      await ended;
      removeCluster(dataDir);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type KillableProduct = Awaited<ReturnType<typeof openKillableProduct>>;
