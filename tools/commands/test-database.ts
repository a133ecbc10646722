import { runToolOrExit } from '../process/runTool.ts';

await runToolOrExit('vitest', ['run', '--project', 'database', ...process.argv.slice(2)]);
