import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '@masomo/local/host/processes';

const memory = '/dev/shm';
const prefix = 'masomo-tests-';
/** What a run needs at most: three databases with their logs, and the data of two products. */
const neededBytes = 6e9;

/**
 * Puts the temporary files of this process and its children into memory, where Linux has room for them and TMPDIR names no other
 * folder: a database has more than a thousand files, and every test file makes one. The folder goes when the process ends.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  removeLeftovers();
  const folder = path.join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // When root runs the tests, PostgreSQL's OS user must be able to enter the folder.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory);
    // Some tests run programs that they put there.
    if (mount === undefined || mount.split(' ')[3]?.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(memory);
    const available = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024;
    return Math.min(bavail * bsize, available - neededBytes) >= neededBytes;
  } catch {
    return false;
  }
}

/** Removes what runs that were killed left behind. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(path.join(memory, name), { recursive: true, force: true });
  }
}
