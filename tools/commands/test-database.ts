import { run } from '../process/runTool.ts';

await run('vitest', ['run', '--project', 'database', ...process.argv.slice(2)]);
