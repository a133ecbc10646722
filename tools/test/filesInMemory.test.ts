import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const source = `
  import { tmpdir } from 'node:os';
  import { keepTemporaryFilesInMemory } from ${JSON.stringify(path.join(import.meta.dirname, 'filesInMemory.ts'))};
  keepTemporaryFilesInMemory();
  console.log(tmpdir());
`;
const { TMPDIR: _, ...environment } = process.env;
const run = async (env: NodeJS.ProcessEnv) =>
  (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], { env })).stdout.trim();

it('leaves the temporary folder to a run that names one', async () => {
  expect(await run({ ...environment, TMPDIR: '/tmp/named' })).toBe('/tmp/named');
});

/** Without such a file system, or without room in it, temporary files stay on disk. */
const isInMemory = (folder: string) => folder.startsWith('/dev/shm/');

it('leaves nothing in memory, not even of a run that was killed', async () => {
  const ended = await run(environment);
  expect(existsSync(ended)).toBe(!isInMemory(ended));

  const killed = spawn(process.execPath, ['--input-type=module', '--eval', `${source} setInterval(() => {}, 1000);`], { env: environment });
  const [printed] = (await once(killed.stdout, 'data')) as [Buffer];
  const folder = printed.toString().trim();
  expect(existsSync(folder)).toBe(true);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await run(environment);
  expect(existsSync(folder)).toBe(!isInMemory(folder));
});
