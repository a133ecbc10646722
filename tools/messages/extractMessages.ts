import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMacros } from '../build/messages/compileMacros.ts';
import { entryKey, type CatalogueEntry } from '../build/messages/catalogueFile.ts';
import { packageOf } from '../build/messages/compileCatalogue.ts';
import { hasMacros } from '../build/messages/macros.ts';
import { root } from '../build/workspace.ts';
import { trackedFiles } from '../checks/trackedFiles.ts';

const isSource = (file: string) => /^(shell|mfe-[a-z-]+|shared\/[a-z-]+)\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);

/** The texts of every package as entries without a translation, ordered by the file that has them first. */
export function extractMessages(files: readonly string[] = trackedFiles()): Map<string, CatalogueEntry[]> {
  const packages = new Map<string, Map<string, CatalogueEntry>>();
  for (const file of files.filter(isSource).sort()) {
    const source = readFileSync(path.join(root, file), 'utf8');
    if (!hasMacros(source)) continue;
    const entries = packages.get(packageOf(file)) ?? new Map<string, CatalogueEntry>();
    packages.set(packageOf(file), entries);
    const reference = file.slice(packageOf(file).length + 1);
    for (const { message, context, placeholders } of compileMacros(source, file).messages) {
      const before = entries.get(entryKey({ message, context }));
      const comments = Object.entries(placeholders).map(([name, expression]) => `placeholder {${name}}: ${expression}`);
      entries.set(entryKey({ message, context }), {
        message,
        context,
        translation: '',
        references: [...new Set([...(before?.references ?? []), reference])],
        placeholders: [...new Set([...(before?.placeholders ?? []), ...comments])],
        notes: [],
      });
    }
  }
  return new Map([...packages].map(([folder, entries]) => [folder, [...entries.values()]]));
}
