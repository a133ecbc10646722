import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration, RuleSetRule } from '@rspack/core';
import type { BuildMode } from './version.ts';

export const assetTypes = /\.(svg|png|jpe?g|webp|avif|ico|woff2)$/;

const inlineTypes = /\.inline\.ts$/;

const jsTarget = 'es2022';

/**
 * The federation plugin names its runtime by the CommonJS files, of which nothing can be left out (a third of every
 * entry script). These are the same as ES modules.
 */
function federationAliases(): Record<string, string> {
  const plugin = createRequire(import.meta.url).resolve('@module-federation/enhanced/rspack');
  const resolve = (name: string, from: string) => createRequire(from).resolve(`@module-federation/${name}`);
  const tools = resolve('runtime-tools', plugin);
  const runtime = resolve('runtime', tools);
  const toEsModule = (file: string) => file.replace(/\.cjs$/, '.js');
  const commonJsFiles = [
    resolve('webpack-bundler-runtime', tools),
    resolve('inject-external-runtime-core-plugin', resolve('rspack', plugin)),
    runtime,
  ];
  return {
    '@module-federation/runtime': toEsModule(runtime),
    ...Object.fromEntries(commonJsFiles.map((file) => [file, toEsModule(file)])),
  };
}

const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: jsTarget,
    // The development runtime of React is never used: a fast build must run in a released shell.
    transform: { react: { runtime: 'automatic', development: false } },
  },
};

const sourceRule: RuleSetRule = {
  test: /\.tsx?$/,
  exclude: inlineTypes,
  type: 'javascript/auto',
  use: { loader: 'builtin:swc-loader', options: swcOptions },
};

/** Functions that are sent as text are short in every build. */
const inlineRule: RuleSetRule = {
  test: inlineTypes,
  type: 'javascript/auto',
  use: {
    loader: 'builtin:swc-loader',
    options: { ...swcOptions, minify: true, jsc: { ...swcOptions.jsc, minify: { compress: true, mangle: { toplevel: false } } } },
  },
};

/** What every bundle of the product has in common. */
export function baseConfig(folder: string, mode: BuildMode): Configuration {
  return {
    context: folder,
    mode: 'production',
    devtool: mode === 'fast' ? 'inline-source-map' : false,
    cache: false,
    performance: false,
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: federationAliases() },
    module: {
      rules: [
        sourceRule,
        inlineRule,
        { test: assetTypes, type: 'asset/resource', generator: { filename: 'assets/[name].[contenthash:8][ext]' } },
      ],
    },
    output: { hashFunction: 'xxhash64' },
    // Other kinds of ids contain paths of this machine: equal sources would not give equal bytes elsewhere.
    optimization: { minimize: mode === 'release', chunkIds: 'natural', moduleIds: 'natural' },
    stats: 'errors-warnings',
  };
}

/** The browser's part of the output; files are addressed from wherever the release is served. */
export function browserOutput(outDir: string, container: string): Configuration['output'] {
  return {
    path: path.resolve(outDir),
    publicPath: 'auto',
    filename: 'js/[name].[contenthash:8].js',
    chunkFilename: 'js/[name].[contenthash:8].js',
    // Two builds of one app in one page must not adopt each other's chunks: every name differs per build.
    uniqueName: container,
    chunkLoadingGlobal: `chunks_${container}`,
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: 10_000,
    hashFunction: 'xxhash64',
  };
}

export const browserTarget: Configuration['target'] = ['web', jsTarget];
