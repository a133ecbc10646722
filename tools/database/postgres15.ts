import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

/** Programs of the oldest PostgreSQL that a Supabase project runs, where Debian puts them. */
export const postgres15Folder = process.env['POSTGRES_15_BIN'] ?? '/usr/lib/postgresql/15/bin';

const clusterSettings = '/etc/postgresql-common/createcluster.conf';

/**
 * Installs PostgreSQL 15 from the system's packages when there is none and the user may. Where it cannot be installed,
 * returns false after one line: tests leave out their half on PostgreSQL 15.
 */
export function ensurePostgres15(): boolean {
  if (existsSync(postgres15Folder)) return true;
  try {
    if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error('not as this user');
    if (!existsSync(clusterSettings)) {
      // The package would start a server of its own.
      mkdirSync('/etc/postgresql-common', { recursive: true });
      writeFileSync(clusterSettings, 'create_main_cluster = false\n');
    }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-15'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } catch {
    // What is missing is said below.
  }
  if (existsSync(postgres15Folder)) return true;
  console.warn(
    `Tests on PostgreSQL 15 are left out: there is none in ${postgres15Folder}. Install postgresql-15, or name its programs in POSTGRES_15_BIN.`,
  );
  return false;
}
