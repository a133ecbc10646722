import { createRequire } from 'node:module';
import path from 'node:path';
import type { RuleSetRule } from '@rspack/core';
import { root } from '../../root.ts';

/** What stands in for files of the federation runtime that this product never calls, and that it includes all the same. */
const stubs: Record<string, string> = {
  // Remotes are registered with their entry script, never with a manifest.
  'runtime-core/dist/plugins/snapshot/SnapshotHandler.js': `
    export class SnapshotHandler { hooks = { applyPlugin() {} }; manifestCache = new Map(); }
    export const getGlobalRemoteInfo = () => ({});`,
  // The shell preloads scripts itself.
  'runtime-core/dist/utils/preload.js': `
    const notIncluded = () => { throw new Error('Preloading by the federation runtime is not part of this build.'); };
    export const defaultPreloadArgs = {}, normalizePreloadExposes = notIncluded, formatPreloadArgs = notIncluded, preloadAssets = notIncluded;`,
  // Sources import no remote: the shell loads each by its address in the registry.
  'webpack-bundler-runtime/dist/remotes.js': 'export const remotes = () => {};',
  // Shared modules have no second version without their unused exports.
  'webpack-bundler-runtime/dist/getSharedFallbackGetter.js': 'export const getSharedFallbackGetter = ({ factory }) => factory;',
  'webpack-bundler-runtime/dist/init.js': `
    export const init = ({ webpackRequire: { federation } }) => federation.runtime.init(federation.initOptions);`,
};

const loader = (name: string) => path.join(import.meta.dirname, name);
const inFolder = (file: string) => new RegExp(`[\\\\/]node_modules[\\\\/]${file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}`);

/** Rules that leave out of a bundle what libraries bring along and nobody here calls. */
export const libraryRules: readonly RuleSetRule[] = [
  ...Object.entries(stubs).map(([file, source]) => ({
    test: inFolder(`@module-federation/${file}`),
    use: { loader: loader('stubLoader.ts'), options: { source } },
  })),
  { test: inFolder('react-router/dist/'), use: { loader: loader('pureCallsLoader.ts') } },
  // Emotion imports it for a function that nobody calls.
  { test: inFolder('hoist-non-react-statics/'), sideEffects: false },
];

/** Aliases to the build of the router without its warnings for developers, which its package names to nobody. */
export function routerAliases(): Record<string, string> {
  const folder = path.dirname(createRequire(path.join(root, 'shared/navigation/package.json')).resolve('react-router/package.json'));
  return {
    'react-router$': path.join(folder, 'dist/production/index.mjs'),
    'react-router/dom$': path.join(folder, 'dist/production/dom-export.mjs'),
  };
}
