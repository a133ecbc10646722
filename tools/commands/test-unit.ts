import { run } from '../process/run.ts';

await run('vitest', ['run', '--project', 'unit', '--project', 'deno', ...process.argv.slice(2)]);
