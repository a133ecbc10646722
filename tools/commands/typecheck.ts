import { typeChecker } from '../process/typeChecker.ts';
import { runToolOrExit } from '../process/runTool.ts';

await runToolOrExit(typeChecker, ['-p', 'tsconfig.json']);
