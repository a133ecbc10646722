import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The result of a test run: the number of passed tests, and the failed ones with their files. */
export type Results = { passed: number; failed: FailedTest[] };
export type FailedTest = { name: string; file: string };

type VitestReport = { testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[] };

/** Reads the report of vitest's `json` reporter. A file that could not run counts as one failed test. */
export async function vitestResults(file: string, root: string): Promise<Results> {
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as VitestReport;
  const results: Results = { passed: 0, failed: [] };
  for (const { name, status, assertionResults } of testResults) {
    const inFile = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    results.passed += assertionResults.filter((test) => test.status === 'passed').length;
    results.failed.push(...failed.map((test) => ({ name: test.fullName, file: inFile })));
    if (status === 'failed' && failed.length === 0) results.failed.push({ name: 'the whole file', file: inFile });
  }
  return results;
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
