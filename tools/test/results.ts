import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** The result of a test run: the number of passed tests, and the failed ones with their files. */
export type Results = { passed: number; failed: FailedTest[] };
export type FailedTest = { name: string; file: string };

/** Names the file to which `resultsReporter.ts` writes. */
export const resultsFileVariable = 'MASOMO_TEST_RESULTS';

const resultsSchema = z.object({ passed: z.number(), failed: z.array(z.object({ name: z.string(), file: z.string() })) });

/** Reads what `resultsReporter.ts` wrote. */
export async function vitestResults(file: string): Promise<Results> {
  return resultsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

type Suite = {
  file: string;
  suites?: Suite[];
  specs: { title: string; file: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
};

/** Reads the report of Playwright's `json` reporter. */
export async function browserResults(file: string): Promise<Results> {
  const { suites } = JSON.parse(await readFile(file, 'utf8')) as { suites: Suite[] };
  const results: Results = { passed: 0, failed: [] };
  const count = (suite: Suite) => {
    for (const { title, file: inFile, tests } of suite.specs) {
      for (const { status } of tests) {
        if (status === 'expected') results.passed += 1;
        else if (status !== 'skipped') results.failed.push({ name: title, file: inFile });
      }
    }
    suite.suites?.forEach(count);
  };
  suites.forEach(count);
  return results;
}
