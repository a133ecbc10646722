import { run } from '../process/run.ts';

await run('vitest', ['run', '--project', 'database', ...process.argv.slice(2)]);
