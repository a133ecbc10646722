import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { languageOf } from '@masomo/contracts/languages';
import type { Fetcher } from '../backend.ts';
import type { BuildRequest, MessageFromProcess, MessageToProcess, RenderJob } from './renderMessages.ts';
import { confineProcess } from '@masomo/typesetter/confineProcess';
import { startRenderProcess } from './startRenderProcess.ts';

/** A process that has loaded this many server builds is replaced, because builds cannot be unloaded. */
const maxBuildsPerProcess = 6;
/** How often a build may call the backend for one page. */
const maxRequestsPerJob = 100;
/** How long an app whose process ended over and over is left to the browsers. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
const defaults = {
  /** How long a visitor waits for the render of a page, without the loading of its build. Their browser renders one that takes longer. */
  waitMs: 2_000,
  /** A process that has not finished a job for so long hangs: a build that loads on a busy machine, or a database that starts again, takes less. */
  hangsAfterMs: 15_000,
  /** A process without a job for so long ends, because its memory is needed elsewhere and cached pages need no process. */
  idleMs: 120_000,
};
export type RenderLimits = typeof defaults;
/** A process that has run for so long is no sign of trouble any more. */
const recoveredAfterMs = 30_000;

export type Renderer = {
  /** Runs a job; rejects when it throws or takes too long. */
  run(job: RenderJob): Promise<unknown>;
  stop(): Promise<void>;
};

type PendingJob = {
  /** Runs something in the async context of the request that the job is for. */
  runInContext: <T>(work: () => T) => T;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  /** How often it has called the backend. */
  requests: number;
  timer: NodeJS.Timeout;
};
type Runner = {
  app: string;
  child: ChildProcess;
  /** Resolves once nothing can be opened in it, and so before it gets any code of a release. */
  confined: PromiseWithResolvers<void>;
  pending: Map<number, PendingJob>;
  /** Builds by file, once their text has been sent. */
  files: Map<string, Promise<void>>;
  /** Copies of builds by file and language, once each has been asked for. */
  loads: Map<string, Promise<unknown>>;
  /** Since when builds load, while some do, and how long others did before. */
  loading: { count: number; since: number; beforeMs: number };
  startedAt: number;
  isRetired: boolean;
  /** Ends the process after its last job. */
  idleTimer: NodeJS.Timeout | undefined;
};
type Trouble = { failures: number; pausedUntil: number };

const languageOfJob = ({ url }: RenderJob) => languageOf(new URL(url ?? 'http://localhost/').pathname);

/** How long builds have been loading in a process, in which nothing else runs in the meantime. */
const loadingMs = ({ loading }: Runner) => loading.beforeMs + (loading.count > 0 ? performance.now() - loading.since : 0);

/** Rejects a job after the time a visitor waits, in which no build was loading. */
function rejectWhenLate(runner: Runner, waitMs: number, reject: () => void): void {
  const [startedAt, loadedBefore] = [performance.now(), loadingMs(runner)];
  const check = () => {
    const leftMs = waitMs - (performance.now() - startedAt - (loadingMs(runner) - loadedBefore));
    if (leftMs <= 0) reject();
    else setTimeout(check, Math.max(leftMs, 10)).unref();
  };
  setTimeout(check, waitMs).unref();
}

/**
 * Runs the server builds of each app in a process of its own, so that no release reads what another has or delays its pages. A process
 * that hangs or dies is replaced when the next job comes. `onUnconfined` is called for a process that the operating system does not keep from
 * opening files and sockets, so that only its own JavaScript does.
 */
export function startRenderer(
  rest: Fetcher,
  publishableKey: string,
  options: Partial<RenderLimits> = {},
  onUnconfined: (app: string) => void = () => undefined,
): Renderer {
  const { waitMs, hangsAfterMs, idleMs } = { ...defaults, ...options };
  const current = new Map<string, Runner>();
  const troubles = new Map<string, Trouble>();
  let lastJob = 0;

  function end(runner: Runner, reason: Error): void {
    if (current.get(runner.app) === runner) current.delete(runner.app);
    runner.isRetired = true;
    clearTimeout(runner.idleTimer);
    for (const { reject, timer } of runner.pending.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    runner.pending.clear();
    runner.child.kill('SIGKILL');
  }

  /** Ends a process that misbehaved. The next one starts at once, those after it ever later. */
  function endInTrouble(runner: Runner, reason: Error): void {
    if (runner.isRetired && runner.pending.size === 0) return;
    const failures = (troubles.get(runner.app)?.failures ?? 0) + 1;
    const pauseMs = failures < 2 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 2), maxPauseMs);
    troubles.set(runner.app, { failures, pausedUntil: performance.now() + pauseMs });
    end(runner, reason);
  }

  function start(app: string): Runner {
    const child = startRenderProcess();
    const runner: Runner = {
      app,
      child,
      confined: Promise.withResolvers(),
      pending: new Map(),
      files: new Map(),
      loads: new Map(),
      loading: { count: 0, since: 0, beforeMs: 0 },
      startedAt: performance.now(),
      isRetired: false,
      idleTimer: undefined,
    };
    child.on('error', (error) => endInTrouble(runner, error));
    child.on('exit', () => endInTrouble(runner, new Error(`The render process of ${app} ended.`)));
    child.on('message', (bytes) => {
      if (!(bytes instanceof Uint8Array)) return;
      // Written by our own program in that process; what a build returned is parsed by its caller.
      const message: MessageFromProcess = deserialize(bytes);
      if (message.type === 'ready') void confine(runner);
      else if (message.type === 'fetch')
        void fetchForBuild(rest, message.request, runner.pending.get(message.job)).then((result) =>
          post(runner, { type: 'response', id: message.id, ...result }),
        );
      else settle(runner, message);
    });
    return runner;
  }

  async function confine({ app, child, confined }: Runner): Promise<void> {
    if (child.pid !== undefined && !(await confineProcess(child.pid)) && child.connected) onUnconfined(app);
    confined.resolve();
  }

  function post({ child }: Runner, message: MessageToProcess): void {
    // A process that has just ended reports so by its exit.
    if (child.connected) child.send(serialize(message), () => {});
  }

  function settle(runner: Runner, message: Exclude<MessageFromProcess, { type: 'fetch' | 'ready' }>): void {
    const job = runner.pending.get(message.id);
    if (!job) return;
    runner.pending.delete(message.id);
    clearTimeout(job.timer);
    if (performance.now() - runner.startedAt > recoveredAfterMs) troubles.delete(runner.app);
    if (message.type === 'done') job.resolve(message.value);
    else job.reject(Object.assign(new Error(message.message), message.stack ? { stack: message.stack } : {}));
    if (runner.pending.size > 0) return;
    if (runner.isRetired) runner.child.kill('SIGKILL');
    else runner.idleTimer = setTimeout(() => end(runner, new Error(`The render process of ${runner.app} had no job.`)), idleMs).unref();
  }

  function runnerFor({ app, file }: RenderJob): Runner {
    let runner = current.get(app);
    if (runner && !runner.files.has(file) && runner.files.size >= maxBuildsPerProcess) {
      runner.isRetired = true;
      if (runner.pending.size === 0) runner.child.kill('SIGKILL');
      runner = undefined;
    }
    runner ??= start(app);
    current.set(app, runner);
    return runner;
  }

  async function sendBuild(runner: Runner, file: string): Promise<void> {
    const source = await readFile(file, 'utf8');
    await runner.confined.promise;
    post(runner, { type: 'build', file, source });
  }

  function runIn(runner: Runner, job: RenderJob): Promise<unknown> {
    clearTimeout(runner.idleTimer);
    const id = (lastJob += 1);
    const sent = runner.files.get(job.file) ?? sendBuild(runner, job.file);
    runner.files.set(job.file, sent);
    const timeoutError = (timeoutMs: number) => new Error(`Rendering ${job.url ?? job.file} took more than ${timeoutMs} ms.`);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => endInTrouble(runner, timeoutError(hangsAfterMs)), hangsAfterMs);
      runner.pending.set(id, { runInContext: AsyncLocalStorage.snapshot(), resolve, reject, requests: 0, timer });
      // The job goes on: its process is warm for the next visitor.
      if (job.call !== 'load') rejectWhenLate(runner, waitMs, () => reject(timeoutError(waitMs)));
      sent.then(
        () => post(runner, { type: 'job', id, job, language: languageOfJob(job), publishableKey }),
        (error: unknown) => {
          runner.files.delete(job.file);
          settle(runner, { type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
        },
      );
    });
  }

  /** Loads the copy of a build that a job needs, once. */
  function load(runner: Runner, job: RenderJob): Promise<unknown> {
    const key = `${job.file} ${languageOfJob(job)}`;
    let loaded = runner.loads.get(key);
    if (!loaded) {
      const { loading } = runner;
      if (loading.count === 0) loading.since = performance.now();
      loading.count += 1;
      loaded = runIn(runner, { app: job.app, file: job.file, call: 'load', ...(job.url === undefined ? {} : { url: job.url }) }).finally(
        () => {
          loading.count -= 1;
          if (loading.count === 0) loading.beforeMs += performance.now() - loading.since;
        },
      );
      // What failed is tried again, since a file may come.
      loaded.catch(() => runner.loads.delete(key));
      runner.loads.set(key, loaded);
    }
    return loaded;
  }

  return {
    async run(job) {
      if ((troubles.get(job.app)?.pausedUntil ?? 0) > performance.now())
        throw new Error(`The server build of ${job.app} failed before; it is tried again later.`);
      const runner = runnerFor(job);
      const loaded = await load(runner, job);
      if (job.call === 'load') return loaded;
      // Another build may have had the process replaced in the meantime.
      const present = runner.isRetired ? runnerFor(job) : runner;
      if (present !== runner) await load(present, job);
      return runIn(present, job);
    },
    async stop() {
      const stopping = [...current.values()];
      await Promise.all(
        stopping.map((runner) => {
          const { child } = runner;
          const hasEnded = child.exitCode !== null || child.signalCode !== null;
          child.ref();
          const ended = hasEnded ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));
          end(runner, new Error('The gateway is stopping.'));
          return ended;
        }),
      );
    },
  };
}

/** What a build may send along: nothing by which the backend would take it for somebody. */
const forwardedHeaders = new Set([
  'accept',
  'accept-profile',
  'apikey',
  'content-profile',
  'content-type',
  'prefer',
  'range',
  'range-unit',
]);

async function fetchForBuild(
  rest: Fetcher,
  { url, method, headers, body }: BuildRequest,
  job: PendingJob | undefined,
): Promise<Omit<Extract<MessageToProcess, { type: 'response' }>, 'type' | 'id'>> {
  try {
    const { origin, pathname } = new URL(url);
    if (origin !== 'http://backend' || !pathname.startsWith('/rest/v1/')) throw new Error(`A server build cannot reach ${url}.`);
    if (!job || (job.requests += 1) > maxRequestsPerJob) throw new Error('A server build sends no further requests for this page.');
    const sent = headers.filter(([name]) => forwardedHeaders.has(name.toLowerCase()));
    const response = await job.runInContext(() => rest(new Request(url, { method, headers: sent, body })));
    return { response: { status: response.status, headers: [...response.headers], body: await response.text() } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
