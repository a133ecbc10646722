import type { ChildProcess } from 'node:child_process';
import { confineProcess } from './confineProcess.ts';
import type { CompilerMessage, Paper, PaperFormat } from './paper.ts';
import { startCompilerProcess } from './startCompilerProcess.ts';

const defaults = {
  /** How long one paper may take. */
  paperMs: 30_000,
  /** How long the process may take until it is ready: it reads 25 MB of fonts. */
  startMs: 30_000,
  /** A process that has made so many papers is replaced, and one that has grown so large. */
  papersPerProcess: 200,
  megabytes: 600,
  /** A process without work for so long ends. */
  idleMs: 120_000,
  /** Papers that may wait. */
  waiting: 100,
};
export type TypesetterLimits = typeof defaults;

export type Typesetter = {
  /** Makes a paper, as PDF; rejects where it takes too long or cannot be made. Papers are made one after the other. */
  compose(paper: Paper, format?: PaperFormat): Promise<Uint8Array<ArrayBuffer>>;
  /** The process that makes papers at the moment, for measurements. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

type Compiler = {
  child: ChildProcess;
  /** Resolves once it can open nothing more; rejects when it ended before. */
  ready: Promise<void>;
  made: number;
  megabytes: number;
};

/** Makes papers in a process of its own, which has no files, no network and no environment, and which is replaced when it hangs or dies. */
export function createTypesetter(options: Partial<TypesetterLimits> = {}, log: (line: string) => void = () => undefined): Typesetter {
  const limits = { ...defaults, ...options };
  let current: Compiler | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let [waiting, lastId] = [0, 0];

  function end(compiler: Compiler | undefined): void {
    if (current === compiler) current = undefined;
    compiler?.child.kill('SIGKILL');
  }

  /** What the process answers to something, within a time; it is ended where it does not. */
  function answerOf(
    child: ChildProcess,
    isAnswer: (message: CompilerMessage) => boolean,
    limitMs: number,
    ask?: () => void,
  ): Promise<CompilerMessage> {
    return new Promise((resolve, reject) => {
      const settle = (work: () => void) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
        work();
      };
      const onMessage = (message: CompilerMessage) => isAnswer(message) && settle(() => resolve(message));
      const onExit = () =>
        settle(() => reject(new Error('The process that makes papers ended: this one may have needed too much memory.')));
      const timer = setTimeout(() => {
        settle(() => reject(new Error(`The paper was not ready after ${limitMs} ms.`)));
        child.kill('SIGKILL');
      }, limitMs);
      child.on('message', onMessage).on('exit', onExit).on('error', onExit);
      ask?.();
    });
  }

  function start(): Compiler {
    const child = startCompilerProcess();
    const ready = answerOf(child, ({ type }) => type === 'ready', limits.startMs).then(async () => {
      if (child.pid !== undefined && !(await confineProcess(child.pid)) && child.connected)
        log('the operating system does not keep the making of papers from files and the network: install prlimit of util-linux');
    });
    const compiler = { child, ready, made: 0, megabytes: 0 };
    child.once('exit', () => end(compiler));
    return compiler;
  }

  async function composeNow({ template, data, pictures = {} }: Paper, format: PaperFormat): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(idleTimer);
    if (current && (current.made >= limits.papersPerProcess || current.megabytes >= limits.megabytes)) end(current);
    const compiler = (current ??= start());
    try {
      await compiler.ready;
      const id = (lastId += 1);
      const answer = await answerOf(
        compiler.child,
        (message) => message.type !== 'ready' && message.id === id,
        limits.paperMs,
        () => compiler.child.send({ id, template, format, data: JSON.stringify(data), pictures }),
      );
      compiler.made += 1;
      if (answer.type !== 'done')
        throw new Error(answer.type === 'failed' ? `The paper ${template} could not be made: ${answer.reason}` : 'No paper.');
      compiler.megabytes = answer.megabytes;
      return new Uint8Array(answer.content);
    } catch (error) {
      if (compiler.child.killed || !compiler.child.connected) end(compiler);
      throw error;
    } finally {
      idleTimer = setTimeout(() => end(current), limits.idleMs).unref();
    }
  }

  return {
    compose(paper, format = 'pdf') {
      if (waiting >= limits.waiting) return Promise.reject(new Error('Too many papers are waiting.'));
      waiting += 1;
      const composing = last.then(() => composeNow(paper, format)).finally(() => (waiting -= 1));
      last = composing.catch(() => undefined);
      return composing;
    },
    pid: () => current?.child.pid,
    async stop() {
      clearTimeout(idleTimer);
      const child = current?.child;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      end(current);
      await ended;
    },
  };
}
