import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { resultsFileVariable, type Results } from './results.ts';

/** A vitest reporter that writes `Results` to the file named by the environment, with errors outside of tests by name. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]): void {
    const file = process.env[resultsFileVariable];
    if (!file) throw new Error(`${resultsFileVariable} must name the file to write`);
    const results: Results = { passed: 0, failed: [] };
    for (const module of modules) {
      const failed = [...module.children.allTests('failed')];
      results.passed += [...module.children.allTests('passed')].length;
      results.failed.push(...failed.map((test) => ({ name: test.fullName, file: module.relativeModuleId })));
      if (module.state() === 'failed' && failed.length === 0)
        results.failed.push({ name: 'the whole file', file: module.relativeModuleId });
    }
    results.failed.push(...unhandledErrors.map((error) => ({ name: `${error.name ?? 'Error'}: ${error.message}`, file: placeOf(error) })));
    writeFileSync(file, JSON.stringify(results));
  }
}

/** The test file during which an error happened, where vitest knows it. */
function placeOf(error: object): string {
  const file = 'VITEST_TEST_PATH' in error && typeof error.VITEST_TEST_PATH === 'string' ? error.VITEST_TEST_PATH : undefined;
  return file ? path.relative(process.cwd(), file) : 'outside of a test';
}
