import { execFileSync, spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** Ids to start PostgreSQL's processes with; `undefined` means as ourselves. */
export type OsUser = { uid: number; gid: number } | undefined;

const userName = 'postgres';

/** PostgreSQL refuses to run as root, so root starts it as the system's user `postgres`, created when there is none. */
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
      `Create it, or start as an ordinary user.`,
  );
}

/** Whether that user can work in a directory (which exists): every folder above it must let the user through. */
export function canWorkIn(directory: string, user: OsUser): boolean {
  return asUser(user, 'cd "$1" && test -w .', directory);
}

/** Whether that user can run a program: in a clone under a folder only its owner may enter, `postgres` cannot. */
export function canRun(program: string, user: OsUser): boolean {
  return asUser(user, 'test -x "$1"', program);
}

function asUser(user: OsUser, script: string, argument: string): boolean {
  if (!user) return true;
  return spawnSync('/bin/sh', ['-c', script, 'sh', argument], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}
