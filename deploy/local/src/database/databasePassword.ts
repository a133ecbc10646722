import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from '../host/writeDurably.ts';

/** Password of the database's login roles; generated on the first call, in a file that only its owner can read. */
export function databasePassword(dataDir: string): string {
  const file = path.join(dataDir, 'database.password');
  if (!existsSync(file)) writeDurably(file, randomBytes(24).toString('base64url'));
  return readFileSync(file, 'utf8').trim();
}
