import { run } from '../process/runTool.ts';

await run('vitest', ['run', '--project', 'unit', '--project', 'deno', ...process.argv.slice(2)]);
