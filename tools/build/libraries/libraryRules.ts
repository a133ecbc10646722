import { createRequire } from 'node:module';
import path from 'node:path';
import type { RuleSetRule } from '@rspack/core';
import { root } from '../../root.ts';

const loader = (name: string) => path.join(import.meta.dirname, name);
const inFolder = (file: string) => new RegExp(`[\\\\/]node_modules[\\\\/]${file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}`);

/** Rules that leave out of a bundle what libraries bring along and nobody here calls. */
export const libraryRules: readonly RuleSetRule[] = [
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
