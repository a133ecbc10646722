import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { whenNotStarted, type FunctionPool, type PoolResult, type PoolLimits, type SharedByPools } from './functionPool.ts';
import { SlowStart } from './functionWorker.ts';
import type { WorkerCall, WorkerData } from './workerProtocol.ts';

type Installer = { runInstall(): string };
type RunningDeno = { child: ChildProcess; origin: string };

/** Path of the Deno executable of the `deno` package. */
function denoProgram(): string {
  const installer: Installer = createRequire(import.meta.url)('deno/install_api.cjs');
  return installer.runInstall();
}

/** Deno arguments with the permissions of hosted Supabase: network, own settings and own sources, nothing else. */
function denoArguments(entry: string): string[] {
  const functions = path.dirname(path.dirname(entry));
  return [
    'run',
    '--no-prompt',
    '--cached-only',
    '--node-modules-dir=manual',
    '--config',
    path.join(functions, 'deno.json'),
    '--allow-net',
    '--allow-env',
    '--allow-read',
    '--allow-sys',
    entry,
  ];
}

/** Runs one function in its own Deno process, which handles calls concurrently and is restarted after it exits. */
export function createDenoPool({ entry, environment }: WorkerData, limits: PoolLimits, { starts }: SharedByPools): FunctionPool {
  let running: Promise<RunningDeno> | undefined;
  let inFlight = 0;

  async function start(): Promise<RunningDeno> {
    await starts.take();
    return startDeno().finally(() => starts.giveBack());
  }

  function startDeno(): Promise<RunningDeno> {
    const child = spawn(denoProgram(), denoArguments(entry), {
      env: { ...environment, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    return new Promise<RunningDeno>((resolve, reject) => {
      const fail = (error: Error) => {
        running = undefined;
        child.kill('SIGKILL');
        reject(error);
      };
      const timer = setTimeout(() => fail(new SlowStart(limits.startTimeoutMs)), limits.startTimeoutMs);
      child.once('error', fail);
      child.once('exit', (status, signal) => {
        clearTimeout(timer);
        fail(new Error(`Deno exited (${signal ?? status}): ${lines.join('\n')}`));
      });
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          lines.push(line);
          if (lines.length > 30) lines.shift();
          const [, origin] = /^Listening on (http:\/\/[\d.:]+)/.exec(line) ?? [];
          if (!origin) return;
          clearTimeout(timer);
          resolve({ child, origin });
        });
      }
    });
  }

  async function forward({ child, origin }: RunningDeno, { url, method, headers, body }: WorkerCall): Promise<PoolResult> {
    const { pathname, search } = new URL(url);
    // Deno would compress the response, and fetch would decompress it but keep the headers.
    const forwardedHeaders = headers.filter(
      ([name]) => !['accept-encoding', 'content-length', 'connection', 'host'].includes(name.toLowerCase()),
    );
    try {
      const response = await fetch(origin + pathname + search, {
        method,
        headers: forwardedHeaders,
        body: body ? Buffer.from(body) : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(limits.callTimeoutMs),
      });
      return {
        type: 'responded',
        response: new Response(await response.arrayBuffer().then((bytes) => (bytes.byteLength > 0 ? bytes : null)), {
          status: response.status,
          headers: response.headers,
        }),
      };
    } catch (error) {
      // Only killing the process stops an endless loop.
      child.kill('SIGKILL');
      return error instanceof DOMException && error.name === 'TimeoutError'
        ? { type: 'timed-out' }
        : { type: 'failed', reason: String(error) };
    }
  }

  return {
    async call(call) {
      if (inFlight >= limits.maxWorkers + limits.maxQueued) return { type: 'too-busy' };
      inFlight += 1;
      try {
        running ??= start();
        return await forward(await running, call);
      } catch (error) {
        return whenNotStarted(error);
      } finally {
        inFlight -= 1;
      }
    },
    async stop() {
      const last = await running?.catch(() => undefined);
      if (!last || last.child.exitCode !== null) return;
      const ended = new Promise((resolve) => {
        last.child.once('exit', resolve);
      });
      last.child.kill();
      await ended;
    },
  };
}
