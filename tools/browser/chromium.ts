import { existsSync } from 'node:fs';
import { canInstall, install } from '../process/systemPackages.ts';

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Path of an installed Chromium. Throws with installation instructions when there is none. */
export function chromiumPath(): string {
  const found = candidates.find((candidate) => candidate && existsSync(candidate));
  if (!found) throw new Error('No Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
  return found;
}

/** Path of the browser for tests: Chromium without its own interface, which takes a sixth less CPU, or else `chromiumPath()`. */
export function testBrowserPath(): string {
  return !process.env['CHROMIUM_PATH'] && existsSync(headlessShell) ? headlessShell : chromiumPath();
}

/** Returns an installed Chromium; without one, installs it from the system's packages when running as root on Debian. */
export function ensureChromium(): string {
  try {
    return chromiumPath();
  } catch (missing) {
    if (!canInstall()) throw missing;
    install('chromium', 'fonts-noto-core');
    return chromiumPath();
  }
}

/** Makes sure that there is a browser for tests, installing the quicker one where that is possible. */
export function ensureTestBrowser(): void {
  ensureChromium();
  if (testBrowserPath() === headlessShell || process.env['CHROMIUM_PATH'] || !canInstall()) return;
  try {
    install('chromium-headless-shell');
  } catch {
    console.log('chromium-headless-shell is not among the system’s packages; the browser tests use Chromium and take longer.');
  }
}
