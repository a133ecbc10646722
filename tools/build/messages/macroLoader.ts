import type { LoaderContext } from '@rspack/core';
import { compileMacros } from './compileMacros.ts';
import { hasMacros } from './macros.ts';

/** Rspack's step before TypeScript: compiles the macros of sources that have some. */
export default function macroLoader(this: LoaderContext, source: string): void {
  if (!hasMacros(source)) {
    this.callback(null, source);
    return;
  }
  const { code, map } = compileMacros(source, this.resourcePath);
  this.callback(null, code, map === undefined ? undefined : JSON.stringify(map));
}
