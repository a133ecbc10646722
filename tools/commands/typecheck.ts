import { run } from '../process/runTool.ts';

await run('tsc', ['-p', 'tsconfig.json']);
