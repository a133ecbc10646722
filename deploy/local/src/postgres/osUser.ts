import { execFileSync, spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** User that PostgreSQL's processes run as; `undefined` means the current user. */
export type OsUser = { uid: number; gid: number } | undefined;

const userName = 'postgres';

/** PostgreSQL refuses to run as root, so root starts it as the system user `postgres`, which is created when missing. */
export function postgresOsUser(): OsUser {
  if (userInfo().uid !== 0) return undefined;
  return findUser() ?? createUser();
}

function findUser(): OsUser {
  const id = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, userName], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function createUser(): OsUser {
  const useradd = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', userName], {
    encoding: 'utf8',
  });
  const user = findUser();
  if (user) return user;
  throw new Error(
    `PostgreSQL cannot run as root, and the system user "${userName}" could not be created (${(useradd.stderr || useradd.error?.message || 'no useradd').trim()}). ` +
      `Create it, or start as a regular user.`,
  );
}

/** Whether a user can work in an existing directory: every parent folder must be accessible too. */
export function canWorkIn(directory: string, user: OsUser): boolean {
  return asUser(user, 'cd "$1" && test -w .', directory);
}

/** Whether a user can run a program; `postgres` cannot when the clone lies under a private folder. */
export function canRun(program: string, user: OsUser): boolean {
  return asUser(user, 'test -x "$1"', program);
}

function asUser(user: OsUser, script: string, argument: string): boolean {
  if (!user) return true;
  return spawnSync('/bin/sh', ['-c', script, 'sh', argument], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
