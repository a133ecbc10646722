import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '@masomo/local/host/freePort';
import { root } from '../root.ts';

let image: string;
beforeEach(() => {
  image = mkdtempSync(path.join(tmpdir(), 'masomo-image-'));
});
afterEach(() => rmSync(image, { recursive: true, force: true }));

/** Copies what an image gets from the repository, with packages as they are installed here. Returns the command it runs. */
function copyImage(containerfile: string): string[] {
  const text = readFileSync(path.join(root, 'deploy/containers', containerfile), 'utf8');
  const [, runtime = ''] = text.split(/^FROM .+$/m).slice(1);
  const sources = [...runtime.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  // As a build does, this fails on a source that is not there.
  for (const source of sources)
    cpSync(path.join(root, source), path.join(image, source), { recursive: true, filter: (file) => !file.includes('node_modules') });
  const packages = path.join(root, 'node_modules');
  mkdirSync(path.join(image, 'node_modules/@masomo'), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== '@masomo') symlinkSync(path.join(packages, name), path.join(image, 'node_modules', name));
  for (const [, folder = ''] of text.matchAll(/--workspace=(\S+)/g)) {
    symlinkSync(path.join(image, folder), path.join(image, 'node_modules/@masomo', path.basename(folder)));
    const own = path.join(root, folder, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(image, folder, 'node_modules'));
  }
  return (JSON.parse(/^CMD (.+)$/m.exec(text)?.[1] ?? '[]') as string[]).slice(1);
}

/** Runs an image's command until `isUp`. Returns its exit code, null while it runs, and what it said. */
async function run(command: readonly string[], env: Record<string, string>, isUp: (said: string) => Promise<boolean>) {
  const started = spawn(process.execPath, command, { cwd: image, env });
  let said = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise((resolve) => started.once('exit', resolve));
  try {
    await expect.poll(async () => started.exitCode !== null || (await isUp(said)), { timeout: 30_000 }).toBe(true);
    return { exitCode: started.exitCode, said };
  } finally {
    started.kill('SIGKILL');
    await ended;
  }
}

it('a gateway starts with the files of its image alone', { timeout: 60_000 }, async () => {
  const command = copyImage('gateway.Containerfile');
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATA_DIR: path.join(image, 'data'),
    PUBLIC_ORIGIN: 'https://school.example',
    TRUSTED_PROXIES: '1',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  };
  const isLive = () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await run(command, settings, isLive)).toEqual({ exitCode: null, said: expect.stringContaining('ready:') });
});

it('a worker starts with the files of its image alone, and waits for its database', { timeout: 60_000 }, async () => {
  const command = copyImage('worker.Containerfile');
  const settings = {
    DATABASE_URL: 'postgres://postgres@127.0.0.1:9/postgres',
    PUBLIC_ORIGIN: 'https://school.example',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_SECRET_KEY: 'sb_secret_test',
  };
  const isReady = async (said: string) => said.includes('ready:');
  expect(await run(command, settings, isReady)).toEqual({ exitCode: null, said: expect.stringContaining('ready: the worker takes jobs') });
});
