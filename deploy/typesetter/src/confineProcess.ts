import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Lets a process of ours open nothing more, for good: Linux refuses it every new file descriptor, and so every socket, file, pipe and child
 * process, whatever code runs in it. What is open, such as its channel to us, stays. It needs no privileges, and works in containers.
 * Resolves to whether it could be done: only Linux with `prlimit` of util-linux can.
 */
export async function confineProcess(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return promisify(execFile)('prlimit', ['--pid', String(pid), '--nofile=0:0']).then(
    () => true,
    () => false,
  );
}
