import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/test/filesInMemory.ts';
import { LongestFirst } from './tools/test/longestFirst.ts';
import { messagePlugin } from './tools/test/messagePlugin.ts';

process.env['TZ'] = 'UTC';
keepTemporaryFilesInMemory();

/** Tests of what runs in browsers and edge functions: they change globals, but need no process of their own. */
const appTests = ['{shell,mfe-*,modules,addons,shared,supabase/functions}/**/*.test.{ts,tsx}'];

/** Tests of what the database does. */
const databaseTests = ['supabase/tests/**/*.test.ts', '{modules,addons}/*/schema/**/*.test.ts'];

/** Tests of pure functions, which keep no state in modules, globals or the environment. */
const ruleTests = [
  'shared/{contracts,domain}/**/*.test.ts',
  'shared/documents/**/!(saveFile).test.ts',
  'deploy/{gateway,release}/**/*.test.ts',
  'deploy/local/src/auth/guessing/guessing.test.ts',
  'tools/{audit,browser,build,checks,database,dev,modules,process,product,release,test}/**/*.test.ts',
];

export default defineConfig({
  test: {
    // One more than CI has cores, because tests that start servers spend much of their time waiting.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Messages would otherwise travel to the main process, and one not yet sent when a file ends fails the whole run.
    disableConsoleIntercept: true,
    // The product loads screens ahead of their use; a file may end while one is on its way, which says nothing about its tests.
    onUnhandledError: (error) => error.name !== 'EnvironmentTeardownError',
    projects: [
      {
        plugins: [messagePlugin()],
        // These share modules between files: a process for each would take longer than the tests.
        test: { name: 'rules', include: ruleTests, isolate: false, testTimeout: 20_000, expect: { poll: { timeout: 5_000 } } },
      },
      {
        plugins: [messagePlugin()],
        test: {
          name: 'apps',
          include: appTests,
          setupFiles: ['shared/testing/src/componentSetup.ts'],
          exclude: ['**/node_modules/**', ...ruleTests, ...databaseTests],
          // A new context in a running process isolates a file for less than a new process.
          pool: 'vmForks',
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
        },
      },
      {
        plugins: [messagePlugin()],
        test: {
          name: 'unit',
          include: ['{deploy,tools,bench}/**/*.test.ts'],
          globalSetup: ['deploy/local/src/backend/testInstallationSetup.ts'],
          exclude: ['**/node_modules/**', ...ruleTests],
          // Some make a database of their own.
          testTimeout: 60_000,
          // A busy machine may take its time; what never comes still fails.
          expect: { poll: { timeout: 5_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        // The edge functions once more, in what a Supabase project runs them with.
        test: {
          name: 'deno',
          include: ['deploy/local/src/functions/{forms,exchangeRate}.test.ts', 'deploy/local/src/simulators/forgeries.test.ts'],
          env: { FUNCTIONS_RUNTIME: 'deno' },
          globalSetup: ['deploy/local/src/backend/testInstallationSetup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 5_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'database',
          include: databaseTests,
          // Each file has a database of its own; what they share in memory are the modules that read it.
          isolate: false,
          globalSetup: ['supabase/tests/globalSetup.ts'],
          // A few tests make the whole database several times.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
