import { runToolOrExit } from '../process/runTool.ts';

/** `npm run bench -- <name> …` runs benchmarks of the folder `bench`; without a name it lists them. */
await runToolOrExit('node', ['bench/measure/runBenchmarks.ts', ...process.argv.slice(2)]);
