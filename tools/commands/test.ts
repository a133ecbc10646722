import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from '../../e2e/chromium.ts';
import { runTool } from '../process/run.ts';

/** Everything CI runs, in order; one failing step does not hide the next. Journeys that take long (`@long`) are left to `npm run test:e2e`. */
const reports = await mkdtemp(path.join(tmpdir(), 'masomo-test-'));
const vitest = (name: string, ...more: string[]) => ['run', ...[name, ...more].flatMap((project) => ['--project', project]), '--reporter', 'default', '--reporter', 'json', '--outputFile.json', path.join(reports, `${name}.json`)];
const browserReport = path.resolve(import.meta.dirname, '../../e2e/test-results/report.json');

type Step = { name: string; run: () => Promise<number>; counts?: () => Promise<{ passed: number; failed: number }> };
const steps: Step[] = [
  { name: 'types, lint and rooms', run: async () => Math.max(...await Promise.all([runTool('tsc', ['-p', 'tsconfig.json']), runTool('eslint', ['--max-warnings', '0', '.'])])) },
  { name: 'unit and component tests, edge functions in Deno', run: () => runTool('vitest', vitest('unit', 'deno')), counts: () => vitestCounts('unit') },
  { name: 'database tests', run: () => runTool('vitest', vitest('database')), counts: () => vitestCounts('database') },
  { name: 'generated types', run: () => runTool('node', ['tools/commands/db-types.ts', '--check']) },
  { name: 'builds and JavaScript budget', run: () => runTool('node', ['tools/commands/build.ts']) },
  {
    name: 'browser journeys',
    run: async () => {
      ensureChromium();
      await rm(browserReport, { force: true });
      return runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--grep-invert', '@long']);
    },
    counts: browserCounts,
  },
];

async function vitestCounts(name: string) {
  const report = JSON.parse(await readFile(path.join(reports, `${name}.json`), 'utf8')) as { numPassedTests: number; numFailedTests: number };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

async function browserCounts() {
  const { stats } = JSON.parse(await readFile(browserReport, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

let passed = 0;
let failed = 0;
for (const step of steps) {
  const startedAt = Date.now();
  console.log(`\n── ${step.name}`);
  const status = await step.run();
  // A runner that died leaves no report: that counts as one failure, never as none.
  const counts = (await step.counts?.().catch(() => undefined)) ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  passed += counts.passed;
  failed += counts.failed + (status !== 0 && counts.failed === 0 ? 1 : 0);
  console.log(`── ${step.name}: ${status === 0 ? 'passed' : `failed (status ${status})`} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}
await rm(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
