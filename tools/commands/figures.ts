import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildChanged, describeSize, measureSizes } from '../build/index.ts';
import { root } from '../root.ts';
import { timeStart } from '../process/timeStart.ts';

/** `npm run figures` measures the figures of the README's table and prints them in its format. */
const rows: [figure: string, measured: string, limit: string][] = [];
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

async function measureStarts(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'masomo-figures-'));
  // When run as root, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(folder, 0o755);
  try {
    const clone = path.join(folder, 'clone');
    console.log('Cloning and starting from scratch; this takes a few minutes.');
    execFileSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
    const dataDir = path.join(folder, 'data');
    rows.push(['`npm start` on a fresh clone, warm package cache', seconds(await timeStart(clone, dataDir)), '240 s']);
    rows.push(['second start to `/healthz` 200', seconds(await timeStart(clone, dataDir)), '8 s']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureScripts(): Promise<void> {
  for (const entry of await measureSizes(await buildChanged())) {
    const [measured = '', limit = ''] = describeSize(entry).split(' of ');
    rows.push([`JavaScript, ${entry.what} (brotli)`, measured, limit]);
  }
}

try {
  if (!process.argv.includes('--sizes')) await measureStarts();
  await measureScripts();
  console.log(['| figure | measured | limit |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
