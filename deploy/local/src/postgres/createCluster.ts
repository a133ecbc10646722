import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { OsUser } from './osUser.ts';
import { adminRole } from '../database/roles.ts';

type Options = { programs: string; cluster: string; password: string; user: OsUser; isVolatile: boolean };

const execErrorSchema = z.object({ stderr: z.string().catch(''), message: z.string() });

/** Runs `initdb` with UTF-8, English collation as on Supabase and password authentication. The folder appears only when it is complete. */
export async function createCluster({ programs, cluster, password, user, isVolatile }: Options): Promise<void> {
  const temporary = `${cluster}.temporary`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o700 });
  if (user) chownSync(temporary, user.uid, user.gid);
  const passwordFile = path.join(tmpdir(), `masomo-${randomUUID()}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    await promisify(execFile)(
      path.join(programs, 'initdb'),
      [
        `--pgdata=${temporary}`,
        `--username=${adminRole}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
        '--locale-provider=icu',
        '--icu-locale=en-US',
        ...(isVolatile ? ['--no-sync'] : []),
      ],
      { ...user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } },
    );
    renameSync(temporary, cluster);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    const { stderr, message } = execErrorSchema.parse(error);
    throw new Error(`The database could not be created in ${cluster}: ${(stderr || message).trim().split('\n').at(-1)}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
