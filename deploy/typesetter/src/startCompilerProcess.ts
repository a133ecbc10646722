import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const program = path.join(import.meta.dirname, 'compilerProcess.ts');
/** What the process may write to, in kilobytes: Node itself reserves 600 MB of it; fonts and the papers of a large class take 400. */
const dataKilobytes = 1_536 * 1_024;
const flags = ['--max-old-space-size=192', '--disable-warning=ExperimentalWarning'];

/** Starts a process that makes papers, with an empty environment and a limit to its memory. */
export function startCompilerProcess(): ChildProcess {
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
  // It ends with who started it, and keeps nobody from ending.
  child.unref();
  child.channel?.unref();
  return child;
}
