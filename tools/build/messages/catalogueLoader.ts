import path from 'node:path';
import type { LoaderContext } from '@rspack/core';
import { catalogueFilesOf, compileCatalogue, compileFrameTexts, compileModuleTexts } from './compileCatalogue.ts';

/** The source files whose texts the bundle needs. */
export type CatalogueOptions = { files: readonly string[] };

const compilers: Partial<Record<string, (files: readonly string[], language: string) => object>> = {
  'frame-texts': compileFrameTexts,
  'module-texts': (_files, language) => compileModuleTexts(language),
};

/**
 * Puts the translations of an app in the place of `shared/i18n/src/catalogues/<language>.ts`, those of the frame in that of `frame-texts`,
 * those of modules' SQL in that of `module-texts`.
 */
export default function catalogueLoader(this: LoaderContext<CatalogueOptions>): void {
  const { files } = this.getOptions();
  const language = path.basename(this.resourcePath, '.ts');
  for (const file of catalogueFilesOf(files, [language])) this.addDependency(file);
  const catalogue = compilers[path.basename(path.dirname(this.resourcePath))]?.(files, language) ?? compileCatalogue(files, language);
  this.callback(null, `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue))});`);
}
