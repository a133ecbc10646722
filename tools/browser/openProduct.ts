import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PostgrestClient } from '@supabase/postgrest-js';
import { withClient } from '@masomo/local/database/connections';
import { z } from 'zod';
import type { Db } from '@masomo/data';
import { freePort } from '@masomo/local/host/freePort';
import { serverEnvironment, serverFlags } from '../process/serverOptions.mjs';
import { memoryMegabytes, postmasterPid, sumCpuTimes } from './processTimes.ts';

export type Product = {
  origin: string;
  databaseUrl: string;
  /** Its data directory. */
  dataDir: string;
  /** Password of every demo account. */
  password: string;
  /** Memory in megabytes of all processes but PostgreSQL's, of the server process (gateway, auth, storage) and of PostgREST; Linux only. */
  memory(): Promise<{ product: number; server: number; rest: number }>;
  /** CPU milliseconds used so far by the server process (gateway, auth, storage), PostgREST and PostgreSQL; Linux only. */
  cpuTimeMs(): Promise<{ node: number; rest: number; database: number }>;
  /** Signs in and returns the access token. */
  signIn(email: string): Promise<string>;
  /** A database client signed in as this account, going through the gateway as the screens do. */
  dbAs(email: string): Promise<Db>;
  stop(): Promise<void>;
};

const startCommand = path.resolve(import.meta.dirname, '../commands/start.ts');
const defaultPassword = 'measured-demo-2026';
/** Environment variables that override the defaults of `npm start`. */
type Settings = { PUBLIC_ORIGIN?: string; DATABASE_URL?: string; DEMO_PASSWORD?: string; OTEL_EXPORTER_OTLP_ENDPOINT?: string };

async function dataDirectoryOf(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    return (await client.query<{ folder: string }>("select current_setting('data_directory') as folder")).rows[0]?.folder ?? '';
  });
}

/** Starts the whole product with demo data on a free port and in a temporary folder, which `stop` deletes. */
export async function openProduct(log: (line: string) => void, settings: Settings = {}): Promise<Product> {
  const { DEMO_PASSWORD: password = defaultPassword } = settings;
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-product-'));
  // When run as root, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...serverFlags, startCommand], {
    // Each sign-in comes from another address, as those of different people do: the limit per address is not what is measured.
    env: {
      ...serverEnvironment,
      ...process.env,
      PORT: String(port),
      TRUSTED_PROXIES: '1',
      ...settings,
      DATA_DIR: path.join(folder, 'data'),
      DEMO_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n').filter(Boolean)) log(line);
        if (text.includes('ready: ')) resolve();
      });
      child.once('exit', () => reject(new Error('The product ended before it was ready.')));
    });
    const databaseUrl = (await readFile(path.join(folder, 'data', 'database.url'), 'utf8')).trim();
    let signIns = 0;
    const tokenOf = async (email: string) => {
      signIns += 1;
      const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.${[16, 8, 0].map((bits) => (signIns >> bits) & 255).join('.')}`,
        },
        body: JSON.stringify({ email, password }),
      });
      const { access_token } = z.object({ access_token: z.string() }).parse(await response.json());
      return access_token;
    };
    return {
      origin,
      databaseUrl,
      dataDir: path.join(folder, 'data'),
      password,
      stop,
      signIn: tokenOf,
      async cpuTimeMs() {
        const postmaster = await postmasterPid(await dataDirectoryOf(databaseUrl));
        const node = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
        return {
          node: (Number(node[11]) + Number(node[12])) * 10,
          rest: await sumCpuTimes((name, parent) => name.startsWith('postgrest') && parent === child.pid),
          database: await sumCpuTimes((_name, parent) => parent === postmaster),
        };
      },
      async memory() {
        return {
          product: await memoryMegabytes((id, name, parent) => id === child.pid || (parent === child.pid && name !== 'postgres')),
          server: await memoryMegabytes((id) => id === child.pid),
          rest: await memoryMegabytes((_id, name, parent) => name.startsWith('postgrest') && parent === child.pid),
        };
      },
      async dbAs(email) {
        return new PostgrestClient(`${origin}/rest/v1`, { headers: { authorization: `Bearer ${await tokenOf(email)}` } });
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
