import path from 'node:path';
import type { LoaderContext } from '@rspack/core';
import { catalogueFilesOf, compileCatalogue } from './compileCatalogue.ts';

/** The source files whose texts the bundle needs. */
export type CatalogueOptions = { files: readonly string[] };

/** Puts the translations of an app in the place of `shared/i18n/src/catalogues/<language>.ts`. */
export default function catalogueLoader(this: LoaderContext<CatalogueOptions>): void {
  const { files } = this.getOptions();
  const language = path.basename(this.resourcePath, '.ts');
  for (const file of catalogueFilesOf(files, [language])) this.addDependency(file);
  this.callback(null, `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalogue(files, language)))});`);
}
