import { parseArgs } from 'node:util';
import { changedFiles, changedStages } from '../test/changedStages.ts';
import { runStages } from '../test/runStages.ts';

const usage = `npm run test:changed [-- --base main] [-- --list]

Runs what the changes of this branch can break: committed since it left the base, or not committed yet. Found by imports and folders, so
it is no substitute for npm test before a change lands. --list prints the steps and runs none.`;

try {
  const { values } = parseArgs({
    options: { base: { type: 'string', default: 'main' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) console.log(usage);
  else {
    const files = changedFiles(values.base);
    const stages = changedStages(files);
    console.log(
      `${files.length} files changed since ${values.base}: ${
        stages
          .flat()
          .map(({ name }) => name)
          .join('; ') || 'nothing to run'
      }`,
    );
    if (!values.list) process.exit(await runStages(stages));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
