import { existsSync } from 'node:fs';
import { messageKey, type Catalogue, type Message } from '@masomo/i18n/messages';
import { catalogueFile, readCatalogue } from './catalogueFile.ts';
import { compileMessage } from './compileMessage.ts';
import { isPseudo, pseudoLabel, pseudoText } from './pseudoText.ts';

/** The package of a source file, by folder. */
export function packageOf(file: string): string {
  return /^((shared|addons|modules)\/)?[^/]+/.exec(file)?.[0] ?? '';
}

/** The catalogue files, in every language, of the packages that these source files are of. */
export function catalogueFilesOf(files: Iterable<string>, languages: readonly string[]): string[] {
  const folders = [...new Set([...files].map(packageOf))].sort();
  return folders.flatMap((folder) => languages.map((language) => catalogueFile(folder, language))).filter((file) => existsSync(file));
}

/** The translations of a label of a package's manifest, by language. */
export function translationsOf(label: string, packageFolder: string, languages: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap((language) => {
      const translation = isPseudo
        ? pseudoLabel(label)
        : readCatalogue(packageFolder, language).find(({ message, context }) => message === label && context === undefined)?.translation;
      return translation ? [[language, translation]] : [];
    }),
  );
}

/** The translated texts of these source files, ready for `addCatalogue`. */
export function compileCatalogue(files: readonly string[], language: string): Catalogue {
  const selected = new Set(files);
  const catalogue: Record<string, Message> = {};
  for (const folder of new Set(files.map(packageOf)))
    for (const { message, context, translation, references } of readCatalogue(folder, language)) {
      if (!(isPseudo || translation) || !references.some((reference) => selected.has(`${folder}/${reference}`))) continue;
      const compiled = compileMessage(message);
      catalogue[messageKey(compiled as Message, context)] = (isPseudo ? pseudoText(compiled) : compileMessage(translation)) as Message;
    }
  return catalogue;
}
