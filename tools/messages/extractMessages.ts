import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sentenceContext } from '@masomo/i18n/messages';
import { compileMacros } from '../build/messages/compileMacros.ts';
import { entryKey, type CatalogueEntry } from '../build/messages/catalogueFile.ts';
import { isModuleSchema, packageOf } from '../build/messages/compileCatalogue.ts';
import { hasMacros } from '../build/messages/macros.ts';
import { root } from '../root.ts';
import { isRemoteSource } from '../checks/remoteFiles.ts';
import { trackedFiles } from '../checks/trackedFiles.ts';
import { labelTexts, markedTexts, refusalTexts, roleTexts, saidInSql, saidTexts, sentencesOf } from './markedTexts.ts';

/** Whether texts that people read are in a source, marked by macros. */
export const hasOwnTexts = (file: string) =>
  (isRemoteSource(file) ||
    /^((shell|shared\/[a-z-]+)\/src\/.*\.tsx?|supabase\/functions\/.*\.ts|tools\/messages\/authMails\.ts)$/.test(file)) &&
  !/\.test\.tsx?$/.test(file);

/** Servers' sources whose refusals and notices people read, and the module that shows them, whose package has the translations. */
const refusalSources: readonly (readonly [source: RegExp, shownBy: string])[] = [
  [/^supabase\/schemas\/site\/settings\.sql$/, 'shared/data/src/site/siteSettings.ts'],
  [/^(supabase\/schemas|(modules|addons)\/[a-z-]+\/schema)\/.*\.sql$/, 'shared/data/src/errors.ts'],
  [/^supabase\/seed\/02_demo_schools\.sql$/, 'shared/data/src/messages/notifications.ts'],
  [/^supabase\/functions\/(?!.*\.test\.ts$).*\.ts$/, 'shared/data/src/errors.ts'],
  [/^deploy\/gateway\/src\/papers\/(?!.*\.test\.ts$).*\.ts$/, 'shared/data/src/papers.ts'],
  [/^deploy\/(gateway\/src\/(releases|localBuilds)|release\/src)\/(?!.*\.test\.ts$).*\.ts$/, 'shared/data/src/platform/releaseApi.ts'],
];

/** The module that reads what functions of a schema file say to people. */
function readerOfSaid(file: string): string {
  if (file.startsWith('supabase/schemas/site/')) return 'shared/data/src/site/siteSettings.ts';
  if (/\/(imported_cells|student_import)\.sql$/.test(file)) return 'shared/data/src/people/studentImport.ts';
  if (file.endsWith('/gradebook.sql')) return 'shared/data/src/learning/gradebook.ts';
  if (/_papers\.sql$/.test(file)) return 'shared/data/src/site/checkedPapers.ts';
  if (file.startsWith('supabase/schemas/store/')) return 'shared/data/src/store/orders.ts';
  return file.endsWith('/dashboards.sql') ? 'shared/data/src/platform/overview.ts' : 'shared/data/src/messages/notifications.ts';
}

/** The module whose package translates what a server's source says to people. */
export const moduleThatShows = (file: string) => refusalSources.find(([sources]) => sources.test(file))?.[1];

type Extracted = { file: string; message: string; context?: string | undefined; comments: string[] };

/** Sentences with values come as a server has them, not compiled. */
const contextOf = (message: string) => (message.includes('{') ? sentenceContext : undefined);

function extractFile(file: string): Extracted[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const shownBy = moduleThatShows(file);
  const texts = shownBy === undefined ? [] : file.endsWith('.sql') ? refusalTexts(source) : sentencesOf(source, file);
  // The texts of a module's SQL are in its own catalogue, from which builds of those that show them take them too.
  const shown = (by: string, message: string) =>
    isModuleSchema(file)
      ? { file, message, context: contextOf(message), comments: [] }
      : { file: by, message, context: contextOf(message), comments: [file] };
  const refused = [
    ...texts.map((message) => shown(shownBy ?? file, message)),
    ...(file.endsWith('.sql') ? saidInSql(source).map((message) => shown(readerOfSaid(file), message)) : []),
    ...(file.endsWith('.sql') ? roleTexts(source).map((message) => shown('mfe-dashboard/src/people/roles/roleTexts.ts', message)) : []),
    ...(file.endsWith('.sql') ? labelTexts(source).map((message) => shown('shared/data/src/platform/platformConsole.ts', message)) : []),
  ];
  if (!hasOwnTexts(file)) return refused;
  const marked = [
    ...markedTexts(source, file).map((message) => ({ file, message, context: undefined, comments: [] })),
    ...(shownBy === undefined ? sentencesOf(source, file, false) : []).map((message) => ({
      file,
      message,
      context: contextOf(message),
      comments: [],
    })),
    ...saidTexts(source, file).map((message) => ({ file, message, comments: [] })),
  ];
  if (!hasMacros(source)) return [...refused, ...marked];
  return [
    ...refused,
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
  const sources = files.filter((file) => hasOwnTexts(file) || moduleThatShows(file)).sort();
  for (const { file, message, context, comments } of sources.flatMap(extractFile)) {
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
