import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { pino } from 'pino';
import { createGateway } from '@masomo/gateway';
import { freePort } from '@masomo/local/host/freePort';
import { openFileReleaseStore, promote, publish } from '@masomo/release';
import { buildChanged } from '@masomo/tools/build/index.ts';
import { ratioAtLeast, ratioAtMost, type Finding } from './measure/benchmark.ts';

export const description = 'Requests per second and p99 latency of the gateway compared with nginx, serving the same release files.';

const nginx = '/usr/sbin/nginx';
const rounds = 5;
const roundSeconds = 3;

/** One worker, because the gateway is one process; with cached file handles and precompressed files. */
function nginxConfig(root: string, port: number, tempDir: string): string {
  return `worker_processes 1; daemon off; pid ${tempDir}/nginx.pid; error_log ${tempDir}/error.log; user root;
events { worker_connections 512; }
http { access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=1000; gzip_static on; gzip_vary on;
  types { text/javascript js; text/css css; application/json json; }
  server { listen 127.0.0.1:${port}; location /releases/ { alias ${root}/; add_header cache-control "public, max-age=31536000, immutable"; add_header x-content-type-options nosniff; add_header access-control-allow-origin "*"; } } }`;
}

async function startNginx(root: string, tempDir: string): Promise<{ port: number; stop(): Promise<void> }> {
  if (!existsSync(nginx)) throw new Error('nginx is needed for comparison. Install it with: apt-get install nginx-light');
  const port = await freePort();
  const config = path.join(tempDir, 'nginx.conf');
  await writeFile(config, nginxConfig(root, port, tempDir));
  const running = spawn(nginx, ['-c', config, '-p', tempDir], { stdio: 'inherit' });
  const ended = new Promise((resolve) => {
    running.once('exit', resolve);
  });
  while (
    running.exitCode === null &&
    !(await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  return {
    port,
    async stop() {
      running.kill('SIGTERM');
      await ended;
    },
  };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const tempDir = await mkdtemp(path.join(tmpdir(), 'masomo-bench-gateway-'));
  await chmod(tempDir, 0o755);
  const root = path.join(tempDir, 'releases');
  const store = openFileReleaseStore(root);
  const unavailable = () => Response.json({ message: 'not part of this measurement' }, { status: 503 });
  const gateway = createGateway({
    store,
    log: pino({ level: 'silent' }),
    backend: { auth: unavailable, rest: unavailable, storage: unavailable, functions: unavailable, health: async () => ({}) },
    config: {
      supabaseUrl: '',
      publishableKey: 'sb_publishable_bench',
      brand: { name: 'Masomo' },
      widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
      local: true,
    },
  });
  const built = await buildChanged();
  for (const { folder } of built) await publish(store, folder);
  await promote(store, built);
  const releases = await Promise.all(built.map(({ app, version }) => store.readRelease(app, version)));
  const paths = releases.flatMap((release) =>
    release ? release.initial.map((file) => `/releases/${release.app}/${release.version}/${file}`) : [],
  );
  const [listening, reference] = [await gateway.serve({ port: 0 }), await startNginx(root, tempDir)];
  try {
    const ports = { gateway: listening.port, nginx: reference.port };
    const rates: Record<keyof typeof ports, number[]> = { gateway: [], nginx: [] };
    const p99s: Record<keyof typeof ports, number[]> = { gateway: [], nginx: [] };
    let failures = 0;
    for (let round = -1; round < rounds; round += 1) {
      for (const name of round % 2 === 0 ? (['gateway', 'nginx'] as const) : (['nginx', 'gateway'] as const)) {
        const result = await autocannon({
          url: `http://127.0.0.1:${ports[name]}`,
          connections: 20,
          duration: roundSeconds,
          requests: paths.map((address) => ({ path: address, headers: { 'accept-encoding': 'gzip' } })),
        });
        failures += result.non2xx + result.errors;
        if (round < 0) continue;
        rates[name].push(result.requests.average);
        p99s[name].push(result.latency.p99);
      }
    }
    const [rate, p99] = [
      { gateway: median(rates.gateway), nginx: median(rates.nginx) },
      { gateway: median(p99s.gateway), nginx: median(p99s.nginx) },
    ];
    log(
      `${paths.length} files over 20 connections: gateway ${rate.gateway.toFixed(0)}/s, p99 ${p99.gateway} ms; nginx ${rate.nginx.toFixed(0)}/s, p99 ${p99.nginx} ms`,
    );
    return [
      ratioAtLeast('requests per second vs. nginx', rate.gateway / rate.nginx, 0.5),
      ratioAtMost('p99 latency vs. nginx', p99.gateway / Math.max(1, p99.nginx), 1.5, `${p99.gateway} ms / ${p99.nginx} ms`),
      { what: 'requests that failed', measured: String(failures), limit: '0', isWithinLimit: failures === 0 },
    ];
  } finally {
    await Promise.all([listening.close(), reference.stop()]);
    await gateway.stop();
    await rm(tempDir, { recursive: true, force: true });
  }
}
