import { run } from '../process/run.ts';

await run('vitest', ['run', '--project', 'unit', ...process.argv.slice(2)]);
