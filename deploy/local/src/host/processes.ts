import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from './errorCode.ts';

/** Whether a process is running; a zombie that was not reaped yet does not count. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  const state = readProcStat(pid)?.[0];
  return state !== 'Z' && state !== 'X';
}

/** Process id and start time: distinguishes a process from a later one that got the same id. */
export function processIdentity(pid: number): string {
  return `${pid} ${processStartTime(pid)}`;
}

/** Name of the program that a process runs; empty when the process is gone. */
export function processName(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** Memory of a process in megabytes; 0 when it is gone, and on other systems than Linux. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function processStartTime(pid: number): string {
  if (process.platform === 'linux') return readProcStat(pid)?.[19] ?? '';
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** The fields of /proc/<pid>/stat from the state on; the name before it may contain spaces and parentheses. */
function readProcStat(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
