import { run } from '../process/runTool.ts';

await run('eslint', ['--max-warnings', '0', '.']);
