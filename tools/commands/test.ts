import { moduleStages } from '../test/moduleStages.ts';
import { runStages } from '../test/runStages.ts';
import { stages } from '../test/steps.ts';

/**
 * `npm test` runs every step, even after one has failed. Up to five failed browser tests are retried once: one that then passes is
 * reported as flaky but does not fail the run. Any other failed test fails it. `npm test -- addons/<name>` runs what belongs to one
 * module or add-on.
 */
try {
  const [folder] = process.argv.slice(2);
  process.exit(await runStages(folder === undefined ? stages : moduleStages(folder)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
