import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withClient } from '@masomo/local/database/connections';
import { freePort } from '@masomo/local/host/freePort';

const root = path.resolve(import.meta.dirname, '../..');
const startTimeoutMs = 300_000;

export type Product = { baseUrl: string; dataDir: string; stop(): Promise<void> };

/** Starts the whole product on a free port with a temporary data directory, with demonstration data or without. */
export async function startProduct({ isEmpty = false } = {}): Promise<Product> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'masomo-e2e-'));
  // When run as root, PostgreSQL runs as another user; without access the database would be created elsewhere and not be deleted.
  await chmod(dataDir, 0o755);
  const baseUrl = `http://localhost:${port}`;
  const product = spawn(process.execPath, [path.join(root, 'tools/run.mjs'), 'start', ...(isEmpty ? ['--empty'] : [])], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await waitUntilHealthy(baseUrl, product);
  await putAddonsOnSale(dataDir);
  const stop = async () => {
    product.kill('SIGTERM');
    await new Promise((resolve) => (product.exitCode === null ? product.once('exit', resolve) : resolve(null)));
    await rm(dataDir, { recursive: true, force: true });
  };
  return { baseUrl, dataDir, stop };
}

/** What is bought here is on sale, whatever the product has by now. */
async function putAddonsOnSale(dataDir: string): Promise<void> {
  await withClient((await readFile(path.join(dataDir, 'database.url'), 'utf8')).trim(), (client) =>
    client.query('update public.addons set is_ready = true'),
  );
}

async function waitUntilHealthy(baseUrl: string, product: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (product.exitCode !== null) throw new Error(`The product exited with status ${product.exitCode} before it was ready.`);
    const healthy = await fetch(`${baseUrl}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  product.kill('SIGTERM');
  throw new Error(`The product was not ready within ${startTimeoutMs / 1000} s.`);
}
