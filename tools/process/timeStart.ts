import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePort } from '@masomo/local/host/freePort';

const startTimeoutMs = 600_000;

/** Starts the product of a folder, waits until `/healthz` responds with 200 and stops it. Resolves to the time until ready in ms. */
export async function timeStart(folder: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const product = spawn(process.execPath, [path.join(folder, 'tools/run.mjs'), 'start'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
  });
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  try {
    for (;;) {
      const isHealthy = await fetch(`http://127.0.0.1:${port}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
      if (isHealthy) return performance.now() - startedAt;
      if (product.exitCode !== null) throw new Error(`The product exited with status ${product.exitCode} before it was ready.`);
      if (performance.now() - startedAt > startTimeoutMs) throw new Error(`The product was not ready within ${startTimeoutMs / 1000} s.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    product.kill('SIGTERM');
    await ended;
  }
}
