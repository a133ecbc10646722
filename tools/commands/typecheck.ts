import { runToolOrExit } from '../process/runTool.ts';

await runToolOrExit('tsc', ['-p', 'tsconfig.json']);
