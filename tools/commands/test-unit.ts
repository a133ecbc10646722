import { runToolOrExit } from '../process/runTool.ts';

await runToolOrExit('vitest', [
  'run',
  '--project',
  'unit',
  '--project',
  'apps',
  '--project',
  'rules',
  '--project',
  'deno',
  ...process.argv.slice(2),
]);
