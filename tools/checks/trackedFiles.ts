import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Paths, relative to the repository root, of all files that git tracks or would track, except generated ones. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  return listed
    .split('\n')
    .filter((file) => file !== '' && !/(^package-lock\.json|\.types\.ts)$/.test(file) && existsSync(path.join(root, file)));
}
