import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Configuration } from '@rspack/core';
import { containerName } from '@masomo/contracts/registry';
import { baseConfig, browserOutput, browserTarget, integrityOfChunks } from './base.ts';
import { sharedOption } from './facades.ts';
import { serverConfig } from './serverConfig.ts';
import { readAppSources, type AppSources, type BuildMode } from './version.ts';
import { distDir, root } from './workspace.ts';

/** The browser build of the host: it compiles every shared module and carries the federation runtime for all. */
export function shellBrowserConfig(sources: AppSources, outDir: string, mode: BuildMode): Configuration {
  const name = containerName(sources.app, sources.version);
  return {
    ...baseConfig(path.join(root, sources.app), mode),
    name: sources.app,
    target: browserTarget,
    entry: { main: sources.browserEntry },
    output: browserOutput(outDir, name),
    plugins: [
      new ModuleFederationPlugin({
        name,
        remotes: {},
        shared: sharedOption(true),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
      }),
      integrityOfChunks(),
    ],
  };
}

/** The builds of the shell, for `rspack build` in its folder. */
export function shellConfig(_folder: string, mode: BuildMode = 'release'): Configuration[] {
  const sources = readAppSources('shell', mode);
  const outDir = path.join(distDir, 'shell', sources.version);
  const browser = shellBrowserConfig(sources, outDir, mode);
  return sources.serverEntry ? [browser, serverConfig(sources, sources.serverEntry, outDir, mode)] : [browser];
}
