import { buildChanged, parseApp } from '../build/index.ts';

// The program that `buildAndRelease` starts: builds the named apps and sends each build. It ends with the process that started it.
process.on('disconnect', () => process.exit(1));
try {
  await buildChanged({ apps: process.argv.slice(2).map(parseApp), onBuilt: (built) => process.send?.(built) });
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
