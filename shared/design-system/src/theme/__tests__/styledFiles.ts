import { globSync } from 'node:fs';

/** Where styles are written, as patterns from the repository's root; a module or an add-on has no folder `src`. */
export const styledFiles: readonly string[] = ['{shared,shell,mfe-*}/**/src/**/*.{ts,tsx}', '{modules,addons}/**/*.{ts,tsx}'];

/** The files of patterns, without those of installed packages. */
export function filesOf(folder: string, patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: folder, exclude: (name) => name === 'node_modules' });
}
