import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureTestBrowser } from '../browser/chromium.ts';
import { runTool } from '../process/runTool.ts';
import { typeChecker } from '../process/typeChecker.ts';
import { installPrograms } from './installPrograms.ts';
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

/** Stages run in order, the steps of one stage at the same time. */
export type Stages = readonly (readonly Step[])[];

const root = path.resolve(import.meta.dirname, '../..');
const reporter = path.join(import.meta.dirname, 'resultsReporter.ts');

/** Tests of these vitest projects, all of them or those that `args` selects. */
export function vitestStep(name: string, projects: readonly string[], args: readonly string[] = ['run']): Step {
  const report = path.join(root, 'test-results', `${name.replaceAll(/\W+/g, '-')}.json`);
  return {
    name,
    async run() {
      installPrograms();
      await mkdir(path.dirname(report), { recursive: true });
      await rm(report, { force: true });
      const projectArguments = projects.flatMap((project) => ['--project', project]);
      return runTool('vitest', [...args, ...projectArguments, '--reporter', 'default', '--reporter', reporter], {
        env: { [resultsFileVariable]: report },
      });
    },
    results: () => vitestResults(report),
  };
}

const browserReport = path.join(root, 'e2e/test-results/report.json');
/** The browser tests that `args` selects, in the products that they need. */
export function browserStep(args: readonly string[], env: Readonly<Record<string, string>> = {}): Step {
  return {
    name: 'browser tests',
    retriesFailed: true,
    async run(only) {
      ensureTestBrowser();
      await rm(browserReport, { force: true });
      // A trace costs a tenth of the time: it is kept of what is tried again.
      const rest = only ? ['--last-failed'] : ['--trace', 'off'];
      return runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...args, ...rest], { env });
    },
    results: () => browserResults(browserReport),
  };
}

/** Which sources are checked: paths for the linter and for Prettier, which may be none, and the product's types or not. */
export type Sources = { types: boolean; lint: readonly string[]; format: readonly string[] };

/** The sources are checked beside the unit tests, which leave time to spare while they wait; what is printed comes in one piece. */
export function sourcesStep(name: string, { types, lint, format }: Sources): Step {
  return {
    name,
    async run() {
      const printed: string[] = [];
      const onOutput = (text: string) => void printed.push(text);
      const statuses = await Promise.all([
        ...(types ? [runTool(typeChecker, ['-p', 'tsconfig.json'], { onOutput })] : []),
        ...(lint.length > 0 ? [runTool('eslint', ['--max-warnings', '0', ...lint], { onOutput })] : []),
        ...(format.length > 0
          ? [runTool('prettier', ['--check', '--ignore-unknown', '--log-level', 'warn', ...format], { onOutput })]
          : []),
      ]);
      if (printed.length > 0) console.log(printed.join(''));
      return Math.max(0, ...statuses);
    },
  };
}

/** A command of the project as a step. */
export const commandStep = (name: string, command: string, ...args: readonly string[]): Step => ({
  name,
  run: () => runTool('node', [`tools/commands/${command}.ts`, ...args]),
});

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
export const stages: Stages = [
  [
    sourcesStep('types, lint and formatting', { types: true, lint: ['.'], format: ['.'] }),
    // A weakness that became known today is CI's concern, not of someone who tries a change without a connection.
    ...(process.env['CI'] ? [auditStep] : []),
    vitestStep('unit and component tests, edge functions in Deno', ['unit', 'apps', 'rules', 'deno']),
  ],
  [
    vitestStep('database tests', ['database']),
    commandStep('generated types', 'db-types', '--check'),
    commandStep('builds and JavaScript budget', 'build'),
  ],
  [browserStep(['--grep-invert', '@long'])],
];
