import { closeSync, existsSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { processIdentity, isAlive } from './processes.ts';
import { errorCode, errorMessage } from './errorCode.ts';

const lockFileName = 'instance.lock';
/** An empty lock file is still being written, unless it is older than this. */
const writeGraceMs = 2_000;

/**
 * Makes this process the only one that uses the data directory and returns a function that releases the lock.
 * Throws when another process holds it; a lock whose process is gone is taken over.
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
      if (errorCode(error) !== 'EEXIST' || !existsSync(file)) {
        throw new Error(`${dataDir} cannot be used (${errorMessage(error)}). Set DATA_DIR to a folder that this user can write to.`, {
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

/** Process id of the holder of a data directory's lock; `undefined` when it is free. */
export function lockHolder(dataDir: string): number | undefined {
  const file = path.join(dataDir, lockFileName);
  if (!existsSync(file)) return undefined;
  const identity = readLock(file);
  if (identity === '') return isRecent(file) ? 0 : undefined;
  const pid = Number(identity.split(' ')[0]);
  return isAlive(pid) && processIdentity(pid) === identity ? pid : undefined;
}

/** Two starts may find the same stale lock: the one that renames it must put it back if it was the other's new lock. */
function removeStaleLock(file: string): void {
  const stale = readLock(file);
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readLock(aside) !== stale) linkSync(aside, file);
  } catch {
    // The other start was faster: the next attempt sees its lock.
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
