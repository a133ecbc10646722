import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runTool } from '../process/runTool.ts';
import { browserResults, resultsFileVariable, vitestResults } from './results.ts';

let folder: string;
let report: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-results-'));
  report = path.join(folder, 'report.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('counts vitest results, with files and errors outside of tests among the failures', async () => {
  await writeFile(path.join(folder, 'a.test.js'), `test('adds', () => {}); test('takes', () => { throw new Error('no'); });`);
  await writeFile(path.join(folder, 'b.test.js'), `throw new Error('not a test file');`);
  await writeFile(path.join(folder, 'c.test.js'), `test('leaves', () => { void Promise.reject(new TypeError('left alone')); });`);
  const reporter = path.join(import.meta.dirname, 'resultsReporter.ts');
  const status = await runTool('vitest', ['run', '--root', folder, '--globals', '--reporter', reporter], {
    env: { [resultsFileVariable]: report },
    onOutput: () => undefined,
  });
  expect(status).toBe(1);
  const { passed, failed } = await vitestResults(report);
  expect(passed).toBe(2);
  expect(failed).toEqual([
    { name: 'takes', file: 'a.test.js' },
    { name: 'the whole file', file: 'b.test.js' },
    { name: 'TypeError: left alone', file: expect.stringContaining('c.test.js') },
  ]);
});

test('counts Playwright results at any nesting depth', async () => {
  const spec = (title: string, status: string) => ({ title, file: 'journeys/1.spec.ts', tests: [{ status }] });
  await writeFile(
    report,
    JSON.stringify({
      suites: [
        {
          file: 'journeys/1.spec.ts',
          specs: [spec('buys', 'expected')],
          suites: [{ file: 'journeys/1.spec.ts', specs: [spec('pays', 'unexpected'), spec('reads', 'expected')] }],
        },
      ],
    }),
  );
  expect(await browserResults(report)).toEqual({ passed: 2, failed: [{ name: 'pays', file: 'journeys/1.spec.ts' }] });
});
