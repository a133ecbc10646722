import path from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import { defineAddonPictures } from './addonPictures.ts';
import { baseConfig } from './base.ts';
import type { AppSources, BuildMode } from './version.ts';
import { root } from '../root.ts';

/** Path of the server build within a release. */
export const serverFile = 'server/server.cjs';

/**
 * The Node build of an app: one self-contained file without federation, so that the gateway renders a release with exactly the
 * code it was built from.
 */
export function serverConfig(sources: AppSources, entry: string, outDir: string, mode: BuildMode): Configuration {
  const base = baseConfig(path.join(root, sources.app), mode, sources.texts.server);
  return {
    ...base,
    name: `${sources.app}-server`,
    target: 'node24',
    devtool: false,
    entry: { server: entry },
    output: {
      path: path.resolve(outDir),
      filename: serverFile,
      // URLs in rendered markup must match those of the browser build.
      publicPath: `/releases/${sources.app}/${sources.version}/`,
      library: { type: 'commonjs2' },
      hashFunction: 'xxhash64',
    },
    optimization: { ...base.optimization, minimize: false },
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }), ...defineAddonPictures(sources.app)],
  };
}
