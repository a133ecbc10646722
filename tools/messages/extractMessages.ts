import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filledContext } from '@masomo/i18n/messages';
import { compileMacros } from '../build/messages/compileMacros.ts';
import { entryKey, type CatalogueEntry } from '../build/messages/catalogueFile.ts';
import { packageOf } from '../build/messages/compileCatalogue.ts';
import { hasMacros } from '../build/messages/macros.ts';
import { root } from '../build/workspace.ts';
import { trackedFiles } from '../checks/trackedFiles.ts';
import { markedTexts, refusalTexts } from './markedTexts.ts';

const isSource = (file: string) =>
  /^((shell|mfe-[a-z-]+|shared\/[a-z-]+)\/src\/.*\.tsx?|supabase\/schemas\/.*\.sql)$/.test(file) && !/\.test\.tsx?$/.test(file);

/** The module that shows what the database refuses; its package has the translations. */
const refusalsFile = 'shared/data/src/errors.ts';

type Extracted = { file: string; message: string; context?: string | undefined; comments: string[] };

/** Texts of other files than the bundled ones reach the reader with their values in them. */
const contextOf = (message: string) => (message.includes('{') ? filledContext : undefined);

function extractFile(file: string): Extracted[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  if (file.endsWith('.sql'))
    return refusalTexts(source).map((message) => ({ file: refusalsFile, message, context: contextOf(message), comments: [file] }));
  const marked = markedTexts(source, file).map((message) => ({ file, message, context: contextOf(message), comments: [] }));
  if (!hasMacros(source)) return marked;
  return [
    ...compileMacros(source, file).messages.map(({ message, context, placeholders }) => ({
      file,
      message,
      context,
      comments: Object.entries(placeholders).map(([name, expression]) => `placeholder {${name}}: ${expression}`),
    })),
    ...marked,
  ];
}

/** The texts of every package as entries without a translation, ordered by the file that has them first. */
export function extractMessages(files: readonly string[] = trackedFiles()): Map<string, CatalogueEntry[]> {
  const packages = new Map<string, Map<string, CatalogueEntry>>();
  for (const { file, message, context, comments } of files.filter(isSource).sort().flatMap(extractFile)) {
    const entries = packages.get(packageOf(file)) ?? new Map<string, CatalogueEntry>();
    packages.set(packageOf(file), entries);
    const before = entries.get(entryKey({ message, context }));
    entries.set(entryKey({ message, context }), {
      message,
      context,
      translation: '',
      references: [...new Set([...(before?.references ?? []), file.slice(packageOf(file).length + 1)])],
      placeholders: [...new Set([...(before?.placeholders ?? []), ...comments])],
      notes: [],
    });
  }
  return new Map([...packages].map(([folder, entries]) => [folder, [...entries.values()]]));
}
