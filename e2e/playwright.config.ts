import { defineConfig } from '@playwright/test';
import { testBrowserPath } from '@masomo/tools/browser/chromium.ts';
import { keepTemporaryFilesInMemory } from '@masomo/tools/test/filesInMemory.ts';
import { isPseudo } from '@masomo/tools/build/messages/pseudoText.ts';
import { readingFiles, type Instance } from './instances.ts';

keepTemporaryFilesInMemory();

/** Files run in sequence, because a release or a fault in one would affect another in the same product. */
const instance = (name: Instance, files: { testDir?: string; testMatch?: RegExp; testIgnore?: RegExp }) => ({ name, workers: 1, ...files });

export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  globalSetup: './globalSetup.ts',
  projects: isPseudo
    ? [{ ...instance('reading', { testDir: './pseudoLanguage' }), use: { trace: 'off' } }]
    : [instance('working', { testIgnore: readingFiles }), instance('reading', { testMatch: readingFiles })],
  workers: process.env['E2E_BASE_URL'] ? 1 : 2,
  fullyParallel: false,
  retries: 0,
  // Generous, because a busy machine is slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: './test-results/report.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // A service worker would bypass injected faults; its own test allows it.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Requests and steps only; screenshots would slow down the pages under test.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath: testBrowserPath(),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A name of a school's own network, for pages without https: `localhost` counts as secure.
        '--host-resolver-rules=MAP school.lan 127.0.0.1',
        // A page lives for seconds here: its code is faster without the compiler that prepares for minutes.
        '--js-flags=--no-opt',
      ],
    },
  },
});
