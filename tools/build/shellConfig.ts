import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Chunk, Compilation, Configuration, Module } from '@rspack/core';
import { containerName } from '@masomo/contracts/registry';
import { baseConfig, browserOutput, browserTarget } from './base.ts';
import { chunkIntegrity } from './chunkIntegrity.ts';
import { sharedOption } from './facades.ts';
import { serverConfig } from './serverConfig.ts';
import { isFirstVisit } from './readStats.ts';
import { readAppSources, type AppSources, type BuildMode } from './version.ts';
import { distDir } from './workspace.ts';
import { root } from '../root.ts';

/** Whether the chunk belongs to a first visit. */
const isFirstVisitChunk = (chunk: Chunk): boolean =>
  [...chunk.groupsIterable].some((group) =>
    group.origins.some(({ request, module }) => isFirstVisit({ request, moduleName: module?.readableIdentifier() }, true)),
  );

/** Accepts the modules in these folders that a first visit needs, wherever else they are needed: what a page has is not loaded again. */
const ofFirstVisit =
  (folders: RegExp) =>
  (module: Module, { chunkGraph }: Pick<Compilation, 'chunkGraph'>): boolean =>
    folders.test(module.nameForCondition() ?? '') && [...chunkGraph.getModuleChunksIterable(module)].some(isFirstVisitChunk);

/** What a first visit needs is two files, because many small ones compress worse: libraries, which change seldom, and the product's own code. */
const firstVisitFiles = {
  libraries: { name: 'libraries', chunks: 'async', enforce: true, test: ofFirstVisit(/[\\/]node_modules[\\/]/) },
  frame: { name: 'frame', chunks: 'async', enforce: true, test: ofFirstVisit(/[\\/](shell|shared)[\\/]/), priority: -1 },
} as const;

/** The browser build of the host, which bundles every shared module and provides the federation runtime to all remotes. */
export function shellBrowserConfig(sources: AppSources, outDir: string, mode: BuildMode): Configuration {
  const name = containerName(sources.app, sources.version);
  const base = baseConfig(path.join(root, sources.app), mode, sources.texts.browser);
  return {
    ...base,
    name: sources.app,
    target: browserTarget,
    entry: { main: sources.browserEntry },
    output: browserOutput(outDir, name),
    optimization: { ...base.optimization, splitChunks: { cacheGroups: firstVisitFiles } },
    plugins: [
      new ModuleFederationPlugin({
        name,
        remotes: {},
        shared: sharedOption(true),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
      ...chunkIntegrity(),
    ],
  };
}

/** The service worker build; its URL has no hash because it must stay the same across releases. */
export function workerConfig(sources: AppSources, entry: string, outDir: string, mode: BuildMode): Configuration {
  return {
    ...baseConfig(path.join(root, sources.app), mode, []),
    name: `${sources.app}-worker`,
    target: ['webworker', 'es2022'],
    devtool: false,
    entry: { sw: entry },
    output: { path: path.resolve(outDir), filename: 'public/[name].js', hashFunction: 'xxhash64' },
  };
}

/** All builds of the shell, for `rspack build` in its folder. */
export function shellConfig(_folder: string, mode: BuildMode = 'release'): Configuration[] {
  const sources = readAppSources('shell', mode);
  const outDir = path.join(distDir, 'shell', sources.version);
  const browser = shellBrowserConfig(sources, outDir, mode);
  return [
    browser,
    ...(sources.serverEntry ? [serverConfig(sources, sources.serverEntry, outDir, mode)] : []),
    ...(sources.workerEntry ? [workerConfig(sources, sources.workerEntry, outDir, mode)] : []),
  ];
}
