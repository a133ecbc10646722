import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { CatalogueEntry } from '../build/messages/catalogueFile.ts';
import { root } from '../root.ts';
import { trackedFiles } from '../checks/trackedFiles.ts';

const functions = 'supabase/functions';
const importMapSchema = z.object({ imports: z.record(z.string(), z.string()) });

/** The SQL of modules and add-ons that says the words of their mails. */
const saysMails = /^(?:modules|addons)\/[a-z-]+\/schema\/(?:\w+_)?mails\.sql$/;

/** What the papers say, which servers make. */
const papers = 'shared/documents/src/';

/** The translations that edge functions and papers import: they have no build that could read catalogues. */
export const functionTextsFile = `${functions}/_shared/texts/sw.json`;

/** The sources of the functions and of the papers, and the shared modules of the functions' import map. */
function sourcesOfFunctions(): Set<string> {
  const { imports } = importMapSchema.parse(JSON.parse(readFileSync(path.join(root, functions, 'deno.json'), 'utf8')));
  return new Set([
    ...trackedFiles().filter((file) => file.startsWith(`${functions}/`) || file.startsWith(papers)),
    ...Object.values(imports)
      .filter((target) => target.startsWith('.'))
      .map((target) => path.posix.join(functions, target)),
  ]);
}

/** The content of that file for these catalogues. */
export function functionTexts(catalogues: readonly { folder: string; entries: readonly CatalogueEntry[] }[]): string {
  const sources = sourcesOfFunctions();
  const texts = catalogues.flatMap(({ folder, entries }) =>
    entries
      .filter(({ translation }) => translation !== '')
      .filter(({ references, context }) =>
        references.some(
          (reference) => (context === undefined && sources.has(`${folder}/${reference}`)) || saysMails.test(`${folder}/${reference}`),
        ),
      )
      .map(({ message, translation }): [string, string] => [message, translation]),
  );
  return `${JSON.stringify(Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1))), null, 2)}\n`;
}
