import { closeSync, existsSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { processIdentity, isAlive } from './processes.ts';

const lockFileName = 'instance.lock';
/** A lock without content is being written this very moment, unless it is older than this. */
const writeGraceMs = 2_000;

/**
 * Makes this process the only one that runs the data directory. Throws one line when another does;
 * a lock whose process is gone is taken over. Call the answer to give it back.
 */
export function lockDataDirectory(dataDir: string): () => void {
  const file = path.join(dataDir, lockFileName);
  for (;;) {
    try {
      mkdirSync(dataDir, { recursive: true });
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, processIdentity(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(file)) {
        throw new Error(`${dataDir} cannot be used (${(error as Error).message}). Set DATA_DIR to a folder that this user may write.`, {
          cause: error,
        });
      }
    }
    const holder = lockHolder(dataDir);
    if (holder !== undefined)
      throw new Error(`${dataDir} is in use by another start (process ${holder}). Stop that one, or set DATA_DIR to another folder.`);
    removeStaleLock(file);
  }
}

/** Number of the process that runs a data directory; `undefined` when nobody does. */
export function lockHolder(dataDir: string): number | undefined {
  const file = path.join(dataDir, lockFileName);
  if (!existsSync(file)) return undefined;
  const identity = readLock(file);
  if (identity === '') return isRecent(file) ? 0 : undefined;
  const pid = Number(identity.split(' ')[0]);
  return isAlive(pid) && processIdentity(pid) === identity ? pid : undefined;
}

/** Two starts may find the same stale lock: the one that moves it away must not have moved the other's new one. */
function removeStaleLock(file: string): void {
  const stale = readLock(file);
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readLock(aside) !== stale) linkSync(aside, file);
  } catch {
    // The other start was quicker: the next attempt meets its lock.
  }
  rmSync(aside, { force: true });
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isRecent(file: string): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs < writeGraceMs;
  } catch {
    return false;
  }
}
