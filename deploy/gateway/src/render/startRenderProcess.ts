import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const program = path.join(import.meta.dirname, 'renderProcess.ts');
/** The folder of the one package that the program loads. */
const clientFolder = path.dirname(path.dirname(createRequire(import.meta.url).resolve('@supabase/postgrest-js')));

const heapMegabytes = 192;
/** What the process may write to: Node itself reserves 600 MB of it; the rest is for the heap, buffers and stacks of threads. */
const dataKilobytes = 1_024 * 1_024;

const flags = [
  '--permission',
  `--allow-fs-read=${import.meta.dirname}${path.sep}`,
  `--allow-fs-read=${clientFolder}${path.sep}`,
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${heapMegabytes}`,
  '--max-semi-space-size=4',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];

/**
 * Starts a process that renders and can do nothing else: Node's permission model leaves it the files of its own program and no child
 * processes, threads or native code; its environment is empty. The shell sets the limits that Node does not know.
 */
export function startRenderProcess(): ChildProcess {
  const isWindows = process.platform === 'win32';
  const child = fork(program, [], {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    ...(isWindows
      ? { execArgv: flags }
      : {
          execPath: '/bin/sh',
          execArgv: ['-c', `ulimit -c 0; ulimit -d ${dataKilobytes}; exec "$0" "$@"`, process.execPath, ...flags],
        }),
  });
  // It ends with the gateway, and keeps nobody from ending.
  child.unref();
  child.channel?.unref();
  return child;
}
