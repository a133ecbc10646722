import { createRequire } from 'node:module';
import path from 'node:path';
import { rspack, type Configuration, type RuleSetRule } from '@rspack/core';
import { libraryRules, routerAliases } from './libraries/libraryRules.ts';
import type { CatalogueOptions } from './messages/catalogueLoader.ts';
import type { BuildMode } from './version.ts';

export const assetTypes = /\.(svg|png|jpe?g|webp|avif|ico|woff2|wasm)$/;

const inlineTypes = /\.inline\.ts$/;

const jsTarget = 'es2022';

/**
 * Aliases from the federation runtime's CommonJS files, which the plugin refers to, to their ES module equivalents: CommonJS
 * cannot be tree-shaken and would make up a third of every entry script.
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
    // Never React's development runtime: a fast build must run inside a released shell.
    transform: { react: { runtime: 'automatic', development: false } },
  },
};

const catalogueModules = /shared[\\/]i18n[\\/]src[\\/](?:catalogues|frame-texts|module-texts)[\\/]\w+\.ts$/;

const catalogueRule = (options: CatalogueOptions): RuleSetRule => ({
  test: catalogueModules,
  type: 'javascript/auto',
  use: { loader: path.join(import.meta.dirname, 'messages/catalogueLoader.ts'), options },
});

const sourceRule: RuleSetRule = {
  test: /\.tsx?$/,
  exclude: [inlineTypes, catalogueModules],
  type: 'javascript/auto',
  use: [{ loader: 'builtin:swc-loader', options: swcOptions }, { loader: path.join(import.meta.dirname, 'messages/macroLoader.ts') }],
};

/** Functions serialized into the document as inline scripts are minified in every build mode. */
const inlineRule: RuleSetRule = {
  test: inlineTypes,
  type: 'javascript/auto',
  use: {
    loader: 'builtin:swc-loader',
    options: { ...swcOptions, minify: true, jsc: { ...swcOptions.jsc, minify: { compress: true, mangle: { toplevel: false } } } },
  },
};

/** The configuration shared by every bundle; `texts` are the source files whose texts it needs in other languages. */
export function baseConfig(folder: string, mode: BuildMode, texts: readonly string[]): Configuration {
  return {
    context: folder,
    mode: 'production',
    devtool: mode === 'fast' ? 'inline-source-map' : false,
    cache: false,
    performance: false,
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: { ...federationAliases(), ...routerAliases() } },
    module: {
      rules: [
        catalogueRule({ files: texts }),
        sourceRule,
        inlineRule,
        ...libraryRules,
        { test: assetTypes, type: 'asset/resource', generator: { filename: 'assets/[name].[contenthash:8][ext]' } },
      ],
    },
    output: { hashFunction: 'xxhash64' },
    // Other id schemes contain local paths, so equal sources would not give equal bytes on another machine.
    optimization: {
      minimize: mode === 'release',
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { compress: { passes: 3 } } })],
      chunkIds: 'natural',
      moduleIds: 'natural',
      // Names between modules of one build, which every other build sees as they were written.
      mangleExports: 'size',
    },
    stats: 'errors-warnings',
  };
}

/** Output options of browser builds; `publicPath: 'auto'` resolves chunks relative to where the release is served from. */
export function browserOutput(outDir: string, container: string): Configuration['output'] {
  return {
    path: path.resolve(outDir),
    publicPath: 'auto',
    filename: 'js/[name].[contenthash:8].js',
    chunkFilename: 'js/[name].[contenthash:8].js',
    // Two builds of one app on one page must not load each other's chunks, so every global name is unique to its build.
    uniqueName: container,
    chunkLoadingGlobal: `chunks_${container}`,
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: 10_000,
    hashFunction: 'xxhash64',
  };
}

export const browserTarget: Configuration['target'] = ['web', jsTarget];
