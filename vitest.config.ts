import { defineConfig } from 'vitest/config';

process.env['TZ'] = 'UTC';

export default defineConfig({
  test: {
    // Two cores: more workers only take turns.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shell,mfe-*,shared,deploy,tools,supabase/functions}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'e2e/**'],
          testTimeout: 20_000,
          // A busy machine may take its time; what never comes still fails.
          expect: { poll: { timeout: 5_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        // The edge functions once more, in what a Supabase project runs them with.
        test: {
          name: 'deno',
          include: ['deploy/local/src/functions/forms.test.ts', 'deploy/local/src/simulators/forgeries.test.ts'],
          env: { FUNCTIONS_RUNTIME: 'deno' },
          testTimeout: 60_000,
          expect: { poll: { timeout: 5_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'database',
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['supabase/tests/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
