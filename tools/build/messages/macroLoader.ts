import type { LoaderContext } from '@rspack/core';
import { compileMacros } from './compileMacros.ts';
import { hasMacros } from './macros.ts';

type Compiled = { source: string; code: string; map: string | undefined };

/** The last result of each file: several apps, and the server's and the browser's build of one, hold the same sources. */
const compiled = new Map<string, Compiled>();

function compile(source: string, file: string): Compiled {
  const known = compiled.get(file);
  if (known?.source === source) return known;
  const { code, map } = compileMacros(source, file);
  const fresh = { source, code, map: map === undefined ? undefined : JSON.stringify(map) };
  compiled.set(file, fresh);
  return fresh;
}

/** Rspack's step before TypeScript: compiles the macros of sources that have some. */
export default function macroLoader(this: LoaderContext, source: string): void {
  if (!hasMacros(source)) {
    this.callback(null, source);
    return;
  }
  const { code, map } = compile(source, this.resourcePath);
  this.callback(null, code, map);
}
