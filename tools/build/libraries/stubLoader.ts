import type { LoaderContext } from '@rspack/core';

/** Puts the source in its options in the place of a file. */
export default function stubLoader(this: LoaderContext<{ source: string }>): void {
  this.callback(null, this.getOptions().source);
}
