import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Configuration } from '@rspack/core';
import { containerName } from '@masomo/contracts/registry';
import { baseConfig, browserOutput, browserTarget } from './base.ts';
import { chunkIntegrity } from './chunkIntegrity.ts';
import { sharedOption } from './facades.ts';
import { serverConfig } from './serverConfig.ts';
import { readAppSources, type AppSources, type BuildMode } from './version.ts';
import { distDir, root } from './workspace.ts';

/** Libraries every visitor needs immediately; a single file compresses better and costs one request. */
const firstVisitLibraries = {
  name: 'libraries',
  chunks: 'async',
  enforce: true,
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|use-sync-external-store|dequal|single-spa|single-spa-react)[\\/]/,
} as const;

/** The browser build of the host, which bundles every shared module and provides the federation runtime to all remotes. */
export function shellBrowserConfig(sources: AppSources, outDir: string, mode: BuildMode): Configuration {
  const name = containerName(sources.app, sources.version);
  const base = baseConfig(path.join(root, sources.app), mode);
  return {
    ...base,
    name: sources.app,
    target: browserTarget,
    entry: { main: sources.browserEntry },
    output: browserOutput(outDir, name),
    optimization: { ...base.optimization, splitChunks: { cacheGroups: { libraries: firstVisitLibraries } } },
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
    ...baseConfig(path.join(root, sources.app), mode),
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
