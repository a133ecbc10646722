import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeFindings, type Benchmark } from './benchmark.ts';

/** `npm run bench -- <name> …` runs benchmarks and exits with status 1 when a limit is exceeded; without a name it lists them. */
const folder = path.resolve(import.meta.dirname, '..');

async function benchmarks(): Promise<string[]> {
  return (await readdir(folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -3))
    .sort();
}

async function load(name: string): Promise<Benchmark> {
  if (!(await benchmarks()).includes(name)) throw new Error(`There is no benchmark "${name}". Known: ${(await benchmarks()).join(', ')}.`);
  return (await import(pathToFileURL(path.join(folder, `${name}.ts`)).href)) as Benchmark;
}

try {
  const names = process.argv.slice(2);
  if (names.length === 0) {
    for (const name of await benchmarks()) console.log(`${name.padEnd(16)} ${(await load(name)).description}`);
    console.log('\nRun one with: npm run bench -- <name>');
  }
  for (const name of names) {
    const { description, run } = await load(name);
    console.log(`${name}: ${description}`);
    const findings = await run((line) => console.log(`  ${line}`));
    console.log(describeFindings(findings));
    if (findings.some(({ isWithinLimit }) => !isWithinLimit)) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
