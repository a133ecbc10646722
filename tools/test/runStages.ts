import type { FailedTest, Results } from './results.ts';
import type { Stages, Step } from './steps.ts';

/** How many failed browser tests are retried once at most: one that then passes is reported as flaky. */
const maxRetries = 5;

async function runStep(step: Step, only?: readonly FailedTest[]): Promise<Results> {
  const status = await step.run(only);
  // A runner that crashed leaves no report, or one without failures; that counts as a failure.
  const results = (await step.results?.().catch(() => undefined)) ?? { passed: status === 0 ? 1 : 0, failed: [] };
  return status === 0 || results.failed.length > 0
    ? results
    : { ...results, failed: [{ name: `exited with status ${status}`, file: step.name }] };
}

/** Runs every step, even after one has failed, and prints the result. Returns the exit status. */
export async function runStages(stages: Stages): Promise<number> {
  let passed = 0;
  const failed: FailedTest[] = [];
  const flaky: FailedTest[] = [];

  async function reportStep(step: Step): Promise<void> {
    const startedAt = Date.now();
    console.log(`\n── ${step.name}`);
    const first = await runStep(step);
    let remaining = first.failed;
    const canRetry =
      step.retriesFailed === true &&
      remaining.length > 0 &&
      remaining.length <= maxRetries &&
      remaining.every((test) => test.file !== step.name);
    if (canRetry) {
      console.log(`\n── ${step.name}: ${remaining.length} failed, running them once more`);
      remaining = (await runStep(step, remaining)).failed;
      flaky.push(...first.failed.filter((test) => !remaining.some((other) => other.file === test.file && other.name === test.name)));
    }
    passed += first.passed + (canRetry ? Math.max(first.failed.length - remaining.length, 0) : 0);
    failed.push(...remaining);
    console.log(`── ${step.name}: ${remaining.length === 0 ? 'passed' : 'failed'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  }

  for (const stage of stages) await Promise.all(stage.map(reportStep));

  const listed = (tests: readonly FailedTest[]) => tests.map((test) => `  ${test.file}: ${test.name}`).join('\n');
  if (flaky.length > 0) console.log(`\nFlaky browser tests, passed only on the second run:\n${listed(flaky)}`);
  if (failed.length > 0) console.log(`\nFailed:\n${listed(failed)}`);
  console.log(`\n${passed} passed, ${failed.length} failed${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`);
  return failed.length === 0 ? 0 : 1;
}
