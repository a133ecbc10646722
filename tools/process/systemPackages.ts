import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages of the system can be installed: as root on Debian. */
export const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs packages of Debian. Throws when one of them cannot be installed. */
export function install(...packages: string[]): void {
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
