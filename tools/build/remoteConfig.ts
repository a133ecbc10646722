import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Configuration } from '@rspack/core';
import { containerName } from '@masomo/contracts/registry';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { copyAddonPictures, defineAddonPictures } from './addonPictures.ts';
import { baseConfig, browserOutput, browserTarget } from './base.ts';
import { chunkIntegrity } from './chunkIntegrity.ts';
import { ChunkPrefetchPlugin } from './chunkPrefetchPlugin.ts';
import { sharedOption } from './facades.ts';
import { ChunkQueryPlugin } from './chunkQueryPlugin.ts';
import { serverConfig } from './serverConfig.ts';
import { readAppSources, type AppSources, type BuildMode } from './version.ts';
import { appOf, distDir, folderOf } from './workspace.ts';
import { root } from '../root.ts';

/** File name of the script that creates a remote's federation container. */
export const remoteEntry = 'remoteEntry.js';

/** The browser build of a remote: one exposed module and no copy of any shared module. */
export function remoteBrowserConfig(sources: AppSources, outDir: string, mode: BuildMode): Configuration {
  const name = containerName(sources.app, sources.version);
  return {
    ...baseConfig(path.join(root, folderOf(sources.app)), mode, sources.texts.browser),
    name: sources.app,
    target: browserTarget,
    entry: {},
    output: browserOutput(outDir, name),
    plugins: [
      new ModuleFederationPlugin({
        name,
        filename: remoteEntry,
        exposes: { './app': sources.browserEntry, ...(sources.extensionsEntry ? { './extensions': sources.extensionsEntry } : {}) },
        remotes: {},
        shared: sharedOption(false),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
      }),
      ...chunkIntegrity(),
      new ChunkQueryPlugin(),
      new ChunkPrefetchPlugin(),
      ...copyAddonPictures(sources.app),
      ...defineAddonPictures(sources.app),
    ],
  };
}

/** All builds of a remote, for `rspack build` in its folder. */
export function remoteConfig(folder: string, manifest: RemoteManifest, mode: BuildMode = 'release'): Configuration[] {
  const sources = readAppSources(appOf(folder), mode);
  const outDir = path.join(distDir, manifest.name, sources.version);
  const browser = remoteBrowserConfig(sources, outDir, mode);
  return sources.serverEntry ? [browser, serverConfig(sources, sources.serverEntry, outDir, mode)] : [browser];
}
