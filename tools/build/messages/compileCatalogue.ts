import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { messageKey, sentenceContext, type Catalogue, type Message } from '@masomo/i18n/messages';
import { root } from '../../root.ts';
import { catalogueFile, entryKey, readCatalogue, type CatalogueEntry } from './catalogueFile.ts';
import { compileMessage } from './compileMessage.ts';
import { isPseudo, pseudoLabel, pseudoText } from './pseudoText.ts';

/** The package of a source file, by folder. */
export function packageOf(file: string): string {
  return /^((shared|addons|modules)\/)?[^/]+/.exec(file)?.[0] ?? '';
}

/** Whether people read texts of a file that no bundle has: SQL of a module or an add-on. */
export const isModuleSchema = (file: string) => /^(modules|addons)\/[a-z-]+\/schema\/.*\.sql$/.test(file);

/** What shows sentences and names from the database, also those of modules that are not loaded. */
const showsTextsOfServer = /^shared\/data\/src\/(errors|messages\/notifications|platform\/platformConsole)\.ts$/;

/** What loads them later, where they are shown to somebody who needs them. */
const loadsTextsOfModules = /^shared\/i18n\/src\/moduleTexts\.ts$/;

/** The texts of the SQL of all modules and add-ons. */
function moduleTexts(language: string): CatalogueEntry[] {
  const folders = globSync('{modules,addons}/*/locales', { cwd: root }).map((found) => path.dirname(found).split(path.sep).join('/'));
  return folders
    .sort()
    .flatMap((folder) =>
      readCatalogue(folder, language).filter(({ references }) => references.some((reference) => isModuleSchema(`${folder}/${reference}`))),
    );
}

/** What of other packages' catalogues is compiled with these files, as lines for the version of a build. */
export const textsFromModules = (files: Iterable<string>, languages: readonly string[]): string[] =>
  languages.flatMap((language) =>
    ([...files].some((file) => showsTextsOfServer.test(file) || loadsTextsOfModules.test(file)) ? moduleTexts(language) : []).map(
      ({ message, context, translation }) => `${language} ${context ?? ''} ${message} ${translation}`,
    ),
  );

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

/** The shell loads them once somebody is signed in. */
const isOfShell = (file: string) => file.startsWith('shell/');

/** What the shell loads with the frame of signed-in screens. */
const isOfFrame = (file: string) =>
  /^(shell\/src\/(dashboard\/|layouts\/(DashboardLayout|menuHeadings)\.)|shared\/design-system\/src\/admin\/|shared\/remote\/src\/header\/)/.test(
    file,
  );

/** What is around public pages; it shows some texts of the frame too. */
const isOfPublicFrame = (file: string) => /^(shell\/src\/layouts\/Public|shared\/design-system\/src\/core\/)/.test(file);

/** The entries of the texts that some of these files have and no others of `all`. */
function entriesOf(files: readonly string[], all: readonly string[], language: string): CatalogueEntry[] {
  const [wanted, known] = [new Set(files), new Set(all)];
  return [...new Set(files.map(packageOf))].flatMap((folder) =>
    readCatalogue(folder, language).filter(({ references }) => {
      const of = references.map((reference) => `${folder}/${reference}`).filter((file) => known.has(file));
      return of.length > 0 && of.every((file) => wanted.has(file));
    }),
  );
}

/** The texts of the frame, which the catalogue of the shell leaves out. */
export const compileFrameTexts = (files: readonly string[], language: string): Catalogue =>
  compileEntries(entriesOf(files.filter(isOfFrame), files, language));

/** The translated texts of these source files, ready for `loadTexts`. */
export function compileCatalogue(files: readonly string[], language: string): Catalogue {
  const ofFrame = files.some(isOfShell) ? new Set(entriesOf(files.filter(isOfFrame), files, language).map(entryKey)) : new Set<string>();
  const selected = new Set(files);
  const own = [...new Set(files.map(packageOf))].flatMap((folder) =>
    readCatalogue(folder, language).filter((entry) => {
      const of = entry.references.map((reference) => `${folder}/${reference}`).filter((file) => selected.has(file));
      return of.length > 0 && (!ofFrame.has(entryKey(entry)) || of.some(isOfPublicFrame));
    }),
  );
  const hasTextsOfModules = !files.some(isOfShell) && files.some((file) => showsTextsOfServer.test(file));
  return compileEntries(hasTextsOfModules ? [...moduleTexts(language), ...own] : own);
}

/** What the SQL of modules and add-ons says, translated. */
export const compileModuleTexts = (language: string): Catalogue => compileEntries(moduleTexts(language));

function compileEntries(entries: readonly CatalogueEntry[]): Catalogue {
  const catalogue: Record<string, Message> = {};
  for (const { message, context, translation } of entries) {
    if (!isPseudo && !translation) continue;
    const compiled = compileMessage(message);
    const key = context === sentenceContext ? message : (compiled as Message);
    catalogue[messageKey(key, context)] = (isPseudo ? pseudoText(compiled) : compileMessage(translation)) as Message;
  }
  return catalogue;
}
