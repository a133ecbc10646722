import { existsSync } from 'node:fs';
import { ensureTestBrowser } from '../browser/chromium.ts';
import { canInstall, install } from '../process/systemPackages.ts';

/**
 * Installs the programs of the system that tests ask for, where it can: a browser and what renders a page of a PDF. Elsewhere the tests
 * that need them say what to install.
 */
export function installPrograms(): void {
  if (!canInstall()) return;
  ensureTestBrowser();
  if (!existsSync('/usr/bin/pdftoppm')) install('poppler-utils');
}
