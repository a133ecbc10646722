import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@masomo/local/host/freePort';
import { openS3ReleaseStore, type ReleaseStore } from '@masomo/release';
import { startTestBucket } from '@masomo/release/s3/testBucket';
import { openProduct, type Product } from './openProduct.ts';
import { processCpuTime } from './processTimes.ts';

const serveCommand = path.resolve(import.meta.dirname, '../commands/serve.ts');
const nginxConfig = path.resolve(import.meta.dirname, '../../deploy/containers/nginx.conf');
const nginx = '/usr/sbin/nginx';
const wait = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

export type GatewayProcess = {
  origin: string;
  start(): Promise<void>;
  /** CPU milliseconds it has used so far, all threads; Linux only. */
  cpuTimeMs(): Promise<number>;
  /** Resolves once the process has exited. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};
export type TwoGateways = {
  /** URL of nginx, which balances over both gateways. */
  front: string;
  gateways: [GatewayProcess, GatewayProcess];
  /** The shared backend. */
  project: Product;
  store: ReleaseStore;
  /** Environment variables for other processes that access the release bucket. */
  releases: Record<string, string>;
  /** Local folders that hold releases, with one subfolder per app: the bucket's and the cache of each gateway. */
  releaseFolders: string[];
  close(): Promise<void>;
};

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await wait(100);
  }
  throw new Error(`${url} does not respond.`);
}

const isRunning = (child: ChildProcess | undefined) => child !== undefined && child.exitCode === null && child.signalCode === null;

function createGatewayProcess(port: number, environment: Record<string, string>): GatewayProcess {
  let child: ChildProcess | undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    async start() {
      child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', serveCommand], {
        env: { ...process.env, ...environment, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await waitUntilReady(`http://127.0.0.1:${port}/readyz`, child);
    },
    async cpuTimeMs() {
      return child?.pid ? processCpuTime(child.pid) : 0;
    },
    async kill(signal) {
      if (!child || !isRunning(child)) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

/** Runs nginx with the compose file's configuration, adapted to this machine without TLS, and forwards `/_local` to the development tools. */
async function startNginx(
  port: number,
  ports: readonly [number, number],
  project: string,
  tempDir: string,
): Promise<{ stop(): Promise<void> }> {
  const text = (await readFile(nginxConfig, 'utf8'))
    .replace(/ {2}server \{\n {4}listen 8080;[^]*?\n {2}\}\n/, '')
    .replace(/ {4}(http2|ssl_)[^\n]+\n/g, '')
    .replace('listen 8443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('gateway-a:8080', `127.0.0.1:${ports[0]}`)
    .replace('gateway-b:8080', `127.0.0.1:${ports[1]}`)
    .replaceAll('/tmp/', `${tempDir}/`)
    .replace('Host $host;', 'Host $http_host;')
    .replace('    location / {', `    location /_local { proxy_pass ${project}; proxy_set_header Host $http_host; }\n    location / {`);
  const file = path.join(tempDir, 'nginx.conf');
  await writeFile(file, `user root; daemon off; error_log ${tempDir}/error.log;\n${text}`);
  const child = spawn(nginx, ['-c', file, '-p', tempDir], { stdio: 'inherit' });
  await waitUntilReady(`http://127.0.0.1:${port}/readyz`, child);
  return {
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

type Settings = Omit<NonNullable<Parameters<typeof openProduct>[1]>, 'PUBLIC_ORIGIN'>;

/** Starts two gateways behind nginx with a shared backend and S3 server, all on this machine; `prepare` publishes the releases they serve. */
export async function openTwoGateways(
  prepare: (store: ReleaseStore) => Promise<void>,
  log: (line: string) => void,
  settings: Settings = {},
): Promise<TwoGateways> {
  if (!existsSync(nginx)) throw new Error('nginx is needed in front of the two gateways. Install it with: apt-get install nginx-light');
  const tempDir = await mkdtemp(path.join(tmpdir(), 'masomo-two-gateways-'));
  await chmod(tempDir, 0o755);
  const closing: (() => Promise<unknown>)[] = [() => rm(tempDir, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const port = await freePort();
    const front = `http://localhost:${port}`;
    const project = await openProduct(log, { ...settings, PUBLIC_ORIGIN: front });
    closing.push(() => project.stop());
    const { publishableKey } = (await (await fetch(`${project.origin}/config.json`)).json()) as { publishableKey: string };
    const bucket = await startTestBucket(path.join(tempDir, 'bucket'));
    closing.push(() => bucket.close());
    await mkdir(path.join(tempDir, 'cache'));
    const store = openS3ReleaseStore(bucket, path.join(tempDir, 'cache'));
    await prepare(store);
    log('releases are published to the bucket');
    const ports = [await freePort(), await freePort()] as const;
    const releases = { RELEASES_BUCKET: bucket.url, RELEASES_BUCKET_KEY_ID: bucket.keyId, RELEASES_BUCKET_SECRET: bucket.secret };
    const environmentOf = (name: string) => ({
      DATA_DIR: path.join(tempDir, name),
      SUPABASE_URL: project.origin,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      PUBLIC_ORIGIN: front,
      DRAIN_SECONDS: '1',
      TRUSTED_PROXIES: '1',
      ...releases,
    });
    const gateways: [GatewayProcess, GatewayProcess] = [
      createGatewayProcess(ports[0], environmentOf('a')),
      createGatewayProcess(ports[1], environmentOf('b')),
    ];
    for (const gateway of gateways) {
      closing.push(() => gateway.kill('SIGKILL'));
      await gateway.start();
    }
    const proxy = await startNginx(port, ports, project.origin, tempDir);
    closing.push(() => proxy.stop());
    log(`two gateways are running behind nginx: ${front}`);
    const releaseFolders = [
      path.join(tempDir, 'bucket/masomo/product/files'),
      ...['a', 'b'].map((name) => path.join(tempDir, name, 'releases/from-bucket')),
    ];
    return { front, gateways, project, store, releases, releaseFolders, close };
  } catch (error) {
    await close();
    throw error;
  }
}
