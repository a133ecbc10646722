import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { OsUser } from './osUser.ts';
import { adminRole } from '../database/roles.ts';

type Options = { programs: string; cluster: string; password: string; user: OsUser; volatile: boolean };

/** `initdb`: UTF-8, sorting by the rules of English as on Supabase, passwords for everybody. The folder is made whole or not at all. */
export async function createCluster({ programs, cluster, password, user, volatile }: Options): Promise<void> {
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (user) chownSync(unfinished, user.uid, user.gid);
  const passwordFile = path.join(tmpdir(), `masomo-${randomUUID()}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    await promisify(execFile)(
      path.join(programs, 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${adminRole}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
        '--locale-provider=icu',
        '--icu-locale=en-US',
        ...(volatile ? ['--no-sync'] : []),
      ],
      { ...user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } },
    );
    renameSync(unfinished, cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`The database could not be created in ${cluster}: ${(stderr || message).trim().split('\n').at(-1)}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
