import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../browser/chromium.ts';
import { runTool } from '../process/runTool.ts';
import { browserResults, vitestResults, type FailedTest, type Results } from './results.ts';

/** One part of `npm test`. `run` resolves to the exit status; `results` reads what it reported; given failed tests, `run` runs only these. */
export type Step = { name: string; run: (only?: readonly FailedTest[]) => Promise<number>; results?: () => Promise<Results> };

const root = path.resolve(import.meta.dirname, '../..');

function vitestStep(name: string, ...projects: string[]): Step {
  const report = path.join(root, 'test-results', `${projects[0]}.json`);
  return {
    name,
    async run(only = []) {
      await rm(report, { force: true });
      const files = [...new Set(only.map((test) => test.file))];
      return runTool('vitest', [
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        '--reporter',
        'default',
        '--reporter',
        'json',
        '--outputFile.json',
        report,
        ...files,
      ]);
    },
    results: () => vitestResults(report, root),
  };
}

const browserReport = path.join(root, 'e2e/test-results/report.json');
const browserStep: Step = {
  name: 'browser journeys',
  async run(only) {
    ensureChromium();
    await rm(browserReport, { force: true });
    return runTool('playwright', [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--grep-invert',
      '@long',
      ...(only ? ['--last-failed'] : []),
    ]);
  },
  results: () => browserResults(browserReport),
};

/** Everything CI runs, in order. Journeys that take long (`@long`) are left to `npm run test:e2e`. */
export const steps: readonly Step[] = [
  {
    name: 'types, lint and rooms',
    run: async () =>
      Math.max(...(await Promise.all([runTool('tsc', ['-p', 'tsconfig.json']), runTool('eslint', ['--max-warnings', '0', '.'])]))),
  },
  vitestStep('unit and component tests, edge functions in Deno', 'unit', 'deno'),
  vitestStep('database tests', 'database'),
  { name: 'generated types', run: () => runTool('node', ['tools/commands/db-types.ts', '--check']) },
  { name: 'builds and JavaScript budget', run: () => runTool('node', ['tools/commands/build.ts']) },
  browserStep,
];
