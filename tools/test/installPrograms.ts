import { existsSync } from 'node:fs';
import { ensureChromium } from '../browser/chromium.ts';
import { canInstall, install } from '../process/systemPackages.ts';

/**
 * Installs the programs of the system that tests ask for, where it can: a browser and what renders a page of a PDF. Elsewhere the tests
 * that need them fail and say what to install.
 */
export function installPrograms(): void {
  if (!canInstall()) return;
  try {
    ensureChromium();
    if (!existsSync('/usr/bin/pdftoppm')) install('poppler-utils');
  } catch (error) {
    console.warn('Chromium or poppler-utils could not be installed; the tests that need them will fail.', error);
  }
}
