import { defineConfig } from '@playwright/test';
import { chromiumPath } from '@masomo/tools/browser/chromium.ts';
import { readingFiles, type Lane } from './lanes.ts';

/** One file after the other: a release or a fault of one would be seen by another beside it in the same product. */
const lane = (name: Lane, files: { testMatch?: RegExp; testIgnore?: RegExp }) => ({ name, workers: 1, ...files });

export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  globalSetup: './globalSetup.ts',
  projects: [lane('working', { testIgnore: readingFiles }), lane('reading', { testMatch: readingFiles })],
  workers: process.env['E2E_BASE_URL'] ? 1 : 2,
  fullyParallel: false,
  retries: 0,
  // What never comes still fails; a machine that does other things meanwhile gets its time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: './test-results/report.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Faults are injected into requests, which a service worker would make itself. Its own journey allows it.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Requests and steps; a picture of every frame and state would slow down the pages under test.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
