import path from 'node:path';
import type { LoaderContext } from '@rspack/core';
import { catalogueFilesOf, compileCatalogue, compileModuleTexts } from './compileCatalogue.ts';

/** The source files whose texts the bundle needs. */
export type CatalogueOptions = { files: readonly string[] };

/** Puts the translations of an app in the place of `shared/i18n/src/catalogues/<language>.ts`, those of modules' SQL in that of `module-texts`. */
export default function catalogueLoader(this: LoaderContext<CatalogueOptions>): void {
  const { files } = this.getOptions();
  const language = path.basename(this.resourcePath, '.ts');
  for (const file of catalogueFilesOf(files, [language])) this.addDependency(file);
  const isOfModules = path.basename(path.dirname(this.resourcePath)) === 'module-texts';
  const catalogue = isOfModules ? compileModuleTexts(language) : compileCatalogue(files, language);
  this.callback(null, `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue))});`);
}
