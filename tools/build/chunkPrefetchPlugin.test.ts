// @vitest-environment jsdom
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { entryEvent, type RemoteEntry } from '@masomo/contracts/remoteEntry';

const folder = await mkdtemp(path.join(tmpdir(), 'masomo-chunk-prefetch-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an entry loads the named chunks once each, with their hashes, and ignores a chunk that fails to load', async () => {
  const { rspack } = await import('@rspack/core');
  const { browserOutput, browserTarget } = await import('./base.ts');
  const { chunkIntegrity } = await import('./chunkIntegrity.ts');
  const { ChunkPrefetchPlugin } = await import('./chunkPrefetchPlugin.ts');
  for (const screen of ['home', 'list']) await writeFile(path.join(folder, `${screen}.js`), `export const name = '${screen}';`);
  await writeFile(path.join(folder, 'entry.js'), "window.open = { home: () => import('./home.js'), list: () => import('./list.js') };");
  const output = { ...browserOutput(path.join(folder, 'out'), 'mfe_test'), publicPath: 'http://localhost/' };
  await new Promise<void>((resolve, reject) => {
    rspack({
      context: folder,
      mode: 'production',
      target: browserTarget ?? 'web',
      devtool: false,
      entry: './entry.js',
      output,
      optimization: { chunkIds: 'natural' },
      plugins: [...chunkIntegrity(), new ChunkPrefetchPlugin()],
    }).run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
      else resolve();
    });
  });
  const files = await readdir(path.join(folder, 'out/js'));
  const [entry = '', ...chunks] = files.sort((a, b) => Number(b.startsWith('main')) - Number(a.startsWith('main')));
  let running: RemoteEntry | undefined;
  window.addEventListener(entryEvent, (event) => {
    running = (event as CustomEvent<RemoteEntry>).detail;
  });
  new Function(await readFile(path.join(folder, 'out/js', entry), 'utf8'))();
  expect(running?.container).toBe('mfe_test');
  const scripts = () => [...document.querySelectorAll('script')];
  const done = running?.run([`js/${chunks[0]}`, 'js/of-another-release.js']);
  expect(scripts().map(({ src, integrity }) => [src, integrity.slice(0, 7)])).toEqual([[`http://localhost/js/${chunks[0]}`, 'sha384-']]);
  void running?.run([`js/${chunks[0]}`]);
  expect(scripts()).toHaveLength(1);
  scripts()[0]?.dispatchEvent(new Event('error'));
  await done;
});
