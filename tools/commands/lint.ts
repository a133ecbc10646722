import { run } from '../process/run.ts';

await run('eslint', ['--max-warnings', '0', '.']);
