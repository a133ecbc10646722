import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rspack, type Configuration, type Stats } from '@rspack/core';
import { releaseManifestSchema } from '@masomo/contracts/release';
import { chunkIntegrity } from '@masomo/tools/build/chunkIntegrity.ts';
import { buildChanged, readAppSources, type Built } from '@masomo/tools/build/index.ts';
import { root } from '@masomo/tools/root.ts';
import { readInitialFiles } from '@masomo/tools/build/readStats.ts';
import { shellBrowserConfig } from '@masomo/tools/build/shellConfig.ts';
import { writeRelease } from '@masomo/tools/build/writeRelease.ts';

const source = (file: string) => JSON.stringify(path.join(root, file));

/**
 * Replaces the remote outlet in the single-bundle build: the remotes' components in one React tree, their screens still lazy
 * routes. The staff remotes are imported statically, as a monolith's router would.
 */
const singleBundleOutlet = `
import { lazy, Suspense } from 'react';
import { Center, Spinner } from '@masomo/design-system';
import { SWRConfig } from '@masomo/data';
import { App as Dashboard } from ${source('mfe-dashboard/src/App.tsx')};
import { App as Cms } from ${source('mfe-cms/src/App.tsx')};
import { App as StoreManager } from ${source('mfe-store-manager/src/App.tsx')};
const Marketing = lazy(async () => ({ default: (await import(${source('mfe-marketing/src/App.tsx')})).App }));
const Store = lazy(async () => ({ default: (await import(${source('mfe-store/src/App.tsx')})).App }));
const parts = { 'mfe-dashboard': Dashboard, 'mfe-cms': Cms, 'mfe-store-manager': StoreManager, 'mfe-marketing': Marketing, 'mfe-store': Store };
export function RemoteOutlet({ name }) {
  const Part = parts[name];
  return <SWRConfig value={{ keepPreviousData: false, revalidateOnFocus: true, dedupingInterval: 2000, errorRetryCount: 2 }}><Suspense fallback={<Center py="24"><Spinner aria-label="Loading" /></Center>}><Part /></Suspense></SWRConfig>;
}
`;
/** Modules that only make sense with federation, and their replacements. */
const replacements: readonly [request: RegExp, file: string, text: string][] = [
  [/remotes\/RemoteOutlet\.tsx$/, 'RemoteOutlet.tsx', singleBundleOutlet],
  [/\.\/sharedModules\.ts$/, 'sharedModules.ts', 'export const sharedModules = [() => Promise.resolve()];'],
  [/preload\/watchLinks\.ts$/, 'watchLinks.ts', 'export function watchLinks() {}'],
];

function compile(config: Configuration): Promise<Stats> {
  const compiler = rspack(config);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString({ preset: 'errors-only', colors: false })));
        else resolve(stats);
      });
    });
  });
}

/**
 * Builds the product's sources as a single bundle without federation, tree-shaken as a whole. The result is a release of the shell
 * plus empty releases of the remotes, which keep only their manifests.
 */
export async function buildSingleBundle(
  built: readonly Built[],
  tempDir: string,
): Promise<{ folder: string; app: string; version: string }[]> {
  const sources = readAppSources('shell');
  // Next to the shell's sources, so that imports resolve as they do there.
  const replacementDir = path.join(root, 'shell', `.one-bundle-${process.pid}`);
  const version = '0.1.0-0123456789';
  const folder = path.join(tempDir, 'one-bundle');
  const shell = built.find(({ app }) => app === 'shell') ?? (await buildChanged({ apps: ['shell'] }))[0];
  if (!shell) throw new Error('The shell was not built.');
  const release = releaseManifestSchema.parse(JSON.parse(await readFile(path.join(shell.folder, 'release.json'), 'utf8')));
  await mkdir(replacementDir, { recursive: true });
  try {
    for (const [, file, text] of replacements) await writeFile(path.join(replacementDir, file), text);
    for (const part of await readdir(shell.folder))
      if (['assets', 'public', 'server'].includes(part))
        await cp(path.join(shell.folder, part), path.join(folder, part), { recursive: true });
    const config = shellBrowserConfig({ ...sources, version }, folder, 'release');
    const stats = await compile({
      ...config,
      plugins: [
        ...replacements.map(([request, file]) => new rspack.NormalModuleReplacementPlugin(request, path.join(replacementDir, file))),
        ...chunkIntegrity(),
      ],
    });
    const initial = readInitialFiles(stats, true);
    await writeRelease(
      folder,
      {
        app: 'shell',
        version,
        entry: initial[0] ?? '',
        initial,
        ...(release.server ? { server: release.server } : {}),
        offers: release.offers,
      },
      'release',
    );
  } finally {
    await rm(replacementDir, { recursive: true, force: true });
  }
  return [
    { app: 'shell', version, folder },
    ...(await Promise.all(built.filter(({ app }) => app !== 'shell').map((remote) => publishEmptyRemote(remote, tempDir)))),
  ];
}

async function publishEmptyRemote(
  { app, folder, version }: Built,
  tempDir: string,
): Promise<{ folder: string; app: string; version: string }> {
  const target = path.join(tempDir, `empty-${app}`);
  const { manifest } = releaseManifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')));
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, 'remoteEntry.js'), '');
  await writeRelease(
    target,
    { app, version, entry: 'remoteEntry.js', initial: [], needs: {}, manifest: manifest && { ...manifest, prerender: false } },
    'fast',
  );
  return { folder: target, app, version };
}
