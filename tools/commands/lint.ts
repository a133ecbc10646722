import { runToolOrExit } from '../process/runTool.ts';

await runToolOrExit('eslint', ['--max-warnings', '0', '.']);
