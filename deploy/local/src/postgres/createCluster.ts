import { execFile } from 'node:child_process';
import { chownSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { OsUser } from './osUser.ts';
import { adminRole } from './roles.ts';

type Options = { programs: string; cluster: string; password: string; user: OsUser; volatile: boolean };

/** `initdb`: UTF-8, sorting by the rules of English as on Supabase, passwords for everybody. Leaves nothing behind when it fails. */
export async function createCluster({ programs, cluster, password, user, volatile }: Options): Promise<void> {
  const passwordFile = path.join(tmpdir(), `masomo-${randomUUID()}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    await promisify(execFile)(
      path.join(programs, 'initdb'),
      [
        `--pgdata=${cluster}`,
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
  } catch (error) {
    for (const name of readdirSync(cluster)) rmSync(path.join(cluster, name), { recursive: true, force: true });
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`The database could not be created in ${cluster}: ${(stderr || message).trim().split('\n').at(-1)}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
