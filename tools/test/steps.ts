import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureTestBrowser } from '../browser/chromium.ts';
import { runTool } from '../process/runTool.ts';
import { typeChecker } from '../process/typeChecker.ts';
import { browserResults, resultsFileVariable, vitestResults, type FailedTest, type Results } from './results.ts';

/** One part of `npm test`. */
export type Step = {
  name: string;
  /** Returns the exit status. With `only`, reruns just these failed tests. */
  run: (only?: readonly FailedTest[]) => Promise<number>;
  /** Reads the step's report. */
  results?: () => Promise<Results>;
  /** True for browser tests, whose failures are retried once because they depend on the machine's speed. */
  retriesFailed?: boolean;
};

const root = path.resolve(import.meta.dirname, '../..');
const reporter = path.join(import.meta.dirname, 'resultsReporter.ts');

function vitestStep(name: string, ...projects: string[]): Step {
  const report = path.join(root, 'test-results', `${projects[0]}.json`);
  return {
    name,
    async run() {
      await mkdir(path.dirname(report), { recursive: true });
      await rm(report, { force: true });
      const projectArguments = projects.flatMap((project) => ['--project', project]);
      return runTool('vitest', ['run', ...projectArguments, '--reporter', 'default', '--reporter', reporter], {
        env: { [resultsFileVariable]: report },
      });
    },
    results: () => vitestResults(report),
  };
}

const browserReport = path.join(root, 'e2e/test-results/report.json');
const browserStep: Step = {
  name: 'browser tests',
  retriesFailed: true,
  async run(only) {
    ensureTestBrowser();
    await rm(browserReport, { force: true });
    return runTool('playwright', [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--grep-invert',
      '@long',
      // A trace costs a tenth of the time: it is kept of what is tried again.
      ...(only ? ['--last-failed'] : ['--trace', 'off']),
    ]);
  },
  results: () => browserResults(browserReport),
};

/** The sources are checked beside the unit tests, which leave time to spare while they wait; what is printed comes in one piece. */
async function checkSources(): Promise<number> {
  const printed: string[] = [];
  const onOutput = (text: string) => void printed.push(text);
  const statuses = await Promise.all([
    runTool(typeChecker, ['-p', 'tsconfig.json'], { onOutput }),
    runTool('eslint', ['--max-warnings', '0', '.'], { onOutput }),
    runTool('prettier', ['--check', '--log-level', 'warn', '.'], { onOutput }),
  ]);
  if (printed.length > 0) console.log(printed.join(''));
  return Math.max(...statuses);
}

/** A registry that gives no audit (status 2) does not fail the run, and does not count as passed. */
let auditStatus = 0;
const auditStep: Step = {
  name: 'known weaknesses of the packages',
  run: async () => {
    auditStatus = await runTool('node', ['tools/commands/audit.ts']);
    return auditStatus === 2 ? 0 : auditStatus;
  },
  results: async () => ({ passed: auditStatus === 0 ? 1 : 0, failed: [] }),
};

/** Everything CI runs: stages in order, the steps of one stage at the same time. Long browser tests (`@long`) run only in `npm run test:e2e`. */
export const stages: readonly (readonly Step[])[] = [
  [
    { name: 'types, lint and formatting', run: checkSources },
    // A weakness that became known today is CI's concern, not of whoever tries a change without a connection.
    ...(process.env['CI'] ? [auditStep] : []),
    vitestStep('unit and component tests, edge functions in Deno', 'unit', 'apps', 'rules', 'deno'),
  ],
  [
    vitestStep('database tests', 'database'),
    { name: 'generated types', run: () => runTool('node', ['tools/commands/db-types.ts', '--check']) },
    { name: 'builds and JavaScript budget', run: () => runTool('node', ['tools/commands/build.ts']) },
  ],
  [browserStep],
];
