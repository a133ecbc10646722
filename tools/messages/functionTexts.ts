import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { CatalogueEntry } from '../build/messages/catalogueFile.ts';
import { root } from '../root.ts';
import { trackedFiles } from '../checks/trackedFiles.ts';

const functions = 'supabase/functions';
type Catalogue = { folder: string; entries: readonly CatalogueEntry[] };
const importMapSchema = z.object({ imports: z.record(z.string(), z.string()) });

/** The SQL of modules and add-ons that says the words of their mails. */
const saysMails = /^schema\/(?:\w+_)?mails\.sql$/;

/** What the papers say, which servers make. */
const papers = 'shared/documents/src/';

/** What modules and add-ons say on papers, which the worker writes. */
const saysPapers = /^(?:modules|addons)\/[a-z-]+\/papers\/\w+\.ts$/;

/** The translations that edge functions and papers import: they have no build that could read catalogues. */
export const functionTextsFile = `${functions}/_shared/texts/sw.json`;

/** The modules of `shared/domain` that a source imports, some of which name what papers say. */
const domainOf = (file: string): string[] =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/from '@masomo\/domain\/(\w+)'/g)].map(
    ([, name]) => `shared/domain/src/${name}.ts`,
  );

/** The sources of the functions and of the papers, and the shared modules of the functions' import map. */
function sourcesOfFunctions(): Set<string> {
  const { imports } = importMapSchema.parse(JSON.parse(readFileSync(path.join(root, functions, 'deno.json'), 'utf8')));
  const ofPapers = trackedFiles().filter((file) => file.startsWith(papers));
  return new Set([
    ...trackedFiles().filter((file) => file.startsWith(`${functions}/`)),
    ...ofPapers,
    ...ofPapers.flatMap(domainOf),
    ...Object.values(imports)
      .filter((target) => target.startsWith('.'))
      .map((target) => path.posix.join(functions, target)),
  ]);
}

/** The content of that file for these catalogues. */
export function functionTexts(catalogues: readonly Catalogue[]): string {
  const sources = sourcesOfFunctions();
  const isSaid = (file: string) => sources.has(file) || saysPapers.test(file);
  return textsFile(
    catalogues.flatMap(({ folder, entries }) =>
      entries.filter(
        ({ references, context }) => context === undefined && references.some((reference) => isSaid(`${folder}/${reference}`)),
      ),
    ),
  );
}

/** The same for the mails of each module and add-on, in its own folder: the worker finds it there. */
export const mailTexts = (catalogues: readonly Catalogue[]): [file: string, content: string][] =>
  catalogues
    .filter(({ folder }) => /^(modules|addons)\//.test(folder))
    .map(({ folder, entries }) => ({
      file: `${folder}/mails/sw.json`,
      entries: entries.filter(({ references }) => references.some((reference) => saysMails.test(reference))),
    }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ file, entries }) => [file, textsFile(entries)]);

function textsFile(entries: readonly CatalogueEntry[]): string {
  const texts = entries
    .filter(({ translation }) => translation !== '')
    .map(({ message, translation }): [string, string] => [message, translation])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
}
