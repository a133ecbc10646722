import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@masomo/local/host/freePort';

const timeoutMs = 900_000;

export type StartedCopy = {
  processId: number;
  /** From the command until the product said that it is ready. */
  readyMs: number;
  /** The apps that it built before. */
  built: string[];
  /** What it printed until then. */
  lines: string[];
  stop(): Promise<void>;
};

/** Runs `npm start` of a copy of the sources until the product says that it is ready. It is ended after a quarter of an hour at the latest. */
export async function startCopy({ folder, dataDir }: { folder: string; dataDir: string }): Promise<StartedCopy> {
  const port = await freePort();
  const startedAt = performance.now();
  const product = spawn(process.execPath, [path.join(folder, 'tools/run.mjs'), 'start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    timeout: timeoutMs,
  });
  const ended = once(product, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: product.stdout })) {
    lines.push(line);
    if (!line.includes('  ready: ')) continue;
    const readyMs = performance.now() - startedAt;
    // What it prints from now on is not read, and must not fill the pipe.
    product.stdout.resume();
    return {
      processId: product.pid ?? 0,
      readyMs,
      built: lines.flatMap((printed) => /\s(\S+) built in /.exec(printed)?.[1] ?? []),
      lines,
      async stop() {
        product.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error(`The product of ${folder} ended before it was ready:\n${lines.join('\n')}`);
}
