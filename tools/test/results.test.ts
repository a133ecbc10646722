import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserResults, vitestResults } from './results.ts';

let folder: string;
let report: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-results-'));
  report = path.join(folder, 'report.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('counts vitest results, with a file that could not run as one failure', async () => {
  await writeFile(
    report,
    JSON.stringify({
      testResults: [
        {
          name: '/product/shell/a.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'a adds', status: 'passed' },
            { fullName: 'a takes', status: 'failed' },
          ],
        },
        { name: '/product/shell/b.test.ts', status: 'failed', assertionResults: [] },
        { name: '/product/shell/c.test.ts', status: 'passed', assertionResults: [{ fullName: 'c', status: 'passed' }] },
      ],
    }),
  );
  expect(await vitestResults(report, '/product')).toEqual({
    passed: 2,
    failed: [
      { name: 'a takes', file: 'shell/a.test.ts' },
      { name: 'the whole file', file: 'shell/b.test.ts' },
    ],
  });
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
