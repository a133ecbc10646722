import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './postgres/leftover.ts';

/**
 * Makes this process the only one that runs the data directory. Throws one line when another does;
 * a lock whose process is gone is taken over. Call the answer to give it back.
 */
export function lockDataDirectory(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'instance.lock');
  for (;;) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(file, 'utf8'));
    if (isAlive(owner) && owner !== process.pid) throw new Error(`${dataDir} is in use by another start (process ${owner}). Stop that one, or set DATA_DIR to another folder.`);
    rmSync(file, { force: true });
  }
}
