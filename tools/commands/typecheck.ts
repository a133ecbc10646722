import { run } from '../process/run.ts';

await run('tsc', ['-p', 'tsconfig.json']);
