import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '@masomo/local/host/freePort';
import { root } from '../root.ts';

const containerfile = readFileSync(path.join(root, 'deploy/containers/gateway.Containerfile'), 'utf8');
const workspaces = [...containerfile.matchAll(/--workspace=(\S+)/g)].flatMap(([, folder = '']) => [folder]);
let image: string;

/** Files that the image gets from the repository, with packages as they are installed here. */
beforeAll(() => {
  image = mkdtempSync(path.join(tmpdir(), 'masomo-image-'));
  const [, runtime = ''] = containerfile.split(/^FROM .+$/m).slice(1);
  const sources = [...runtime.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  for (const source of sources)
    cpSync(path.join(root, source), path.join(image, source), { recursive: true, filter: (file) => !file.includes('node_modules') });
  const modules = path.join(root, 'node_modules');
  mkdirSync(path.join(image, 'node_modules/@masomo'), { recursive: true });
  for (const name of readdirSync(modules))
    if (name !== '@masomo') symlinkSync(path.join(modules, name), path.join(image, 'node_modules', name));
  for (const folder of workspaces) {
    symlinkSync(path.join(image, folder), path.join(image, 'node_modules/@masomo', path.basename(folder)));
    const own = path.join(root, folder, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(image, folder, 'node_modules'));
  }
});
afterAll(() => rmSync(image, { recursive: true, force: true }));

it('a gateway starts with the files of its image alone', { timeout: 60_000 }, async () => {
  const command = (JSON.parse(/^CMD (.+)$/m.exec(containerfile)?.[1] ?? '[]') as string[]).slice(1);
  const port = await freePort();
  const gateway = spawn(process.execPath, command, {
    cwd: image,
    env: {
      PORT: String(port),
      DATA_DIR: path.join(image, 'data'),
      PUBLIC_ORIGIN: 'https://school.example',
      TRUSTED_PROXIES: '1',
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    },
  });
  let said = '';
  for (const stream of [gateway.stdout, gateway.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise((resolve) => gateway.once('exit', resolve));
  try {
    await expect
      .poll(
        () =>
          gateway.exitCode === null
            ? fetch(`http://127.0.0.1:${port}/livez`).then(
                ({ status }) => status,
                () => said,
              )
            : 200,
        { timeout: 30_000 },
      )
      .toBe(200);
    expect([gateway.exitCode, said]).toEqual([null, expect.stringContaining('ready:')]);
  } finally {
    gateway.kill('SIGKILL');
    await ended;
  }
});
