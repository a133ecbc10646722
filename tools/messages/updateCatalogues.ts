import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { catalogueFile, entryKey, formatCatalogue, readCatalogue, type CatalogueEntry } from '../build/messages/catalogueFile.ts';
import { authMailFiles } from './authMails.ts';
import { checkTranslation } from './checkTranslation.ts';
import { extractMessages } from './extractMessages.ts';
import { functionTexts, functionTextsFile, mailTexts } from './functionTexts.ts';
import { translatedFolders } from './translatedFolders.ts';

/** The language that texts are translated to; English needs no catalogue. */
const language = 'sw';

/** A package's catalogue as it is and as it should be. */
type Comparison = { folder: string; before: CatalogueEntry[]; after: CatalogueEntry[] };

function compareCatalogues(): Comparison[] {
  const extracted = extractMessages();
  const catalogues = new Map([...extracted.keys()].map((folder) => [folder, readCatalogue(folder, language)]));
  // A text that another package has translated need not be translated again.
  const known = new Map<string, string>();
  for (const entry of [...catalogues.values()].flat()) if (entry.translation) known.set(entryKey(entry), entry.translation);
  return [...extracted].map(([folder, entries]) => {
    const before = catalogues.get(folder) ?? [];
    const own = new Map(before.map((entry) => [entryKey(entry), entry]));
    const after = entries.map((entry) => ({
      ...entry,
      translation: own.get(entryKey(entry))?.translation || known.get(entryKey(entry)) || '',
      notes: own.get(entryKey(entry))?.notes ?? [],
    }));
    return { folder, before, after };
  });
}

/** Files outside of the builds that have translations in them, by path. */
function derivedFiles(comparisons: readonly Comparison[]): Map<string, string> {
  const files = authMailFiles(comparisons.find(({ folder }) => folder === 'tools')?.after ?? []);
  const catalogues = comparisons.map(({ folder, after }) => ({ folder, entries: after }));
  return new Map([...files, [functionTextsFile, functionTexts(catalogues)], ...mailTexts(catalogues)]);
}

/** Writes every catalogue: new texts come without a translation, texts that are gone take theirs with them; then what is derived from them. */
export function updateCatalogues(): { folder: string; texts: number; translated: number }[] {
  const comparisons = compareCatalogues();
  const written = comparisons.map(({ folder, after }) => {
    const file = catalogueFile(folder, language);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, formatCatalogue(after, language));
    return { folder, texts: after.length, translated: after.filter(({ translation }) => translation !== '').length };
  });
  for (const [file, content] of derivedFiles(comparisons)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return written;
}

/** What a reader of another language would miss, by kind. */
export function checkCatalogues(): { name: string; findings: string[] }[] {
  const comparisons = compareCatalogues();
  const quoted = (folder: string, { message }: CatalogueEntry) => `${folder}: ${JSON.stringify(message)}`;
  const each = (find: (comparison: Comparison) => string[]) => comparisons.flatMap(find);
  const isCovered = (folder: string, { references }: CatalogueEntry) =>
    references.some((reference) => translatedFolders.some((covered) => `${folder}/${reference}`.startsWith(covered)));
  const translations = new Map<string, Set<string>>();
  for (const { before } of comparisons)
    for (const entry of before)
      if (entry.translation) translations.set(entryKey(entry), (translations.get(entryKey(entry)) ?? new Set()).add(entry.translation));
  return [
    {
      name: 'translations of texts that no source has',
      findings: each(({ folder, before, after }) => {
        const used = new Set(after.map(entryKey));
        return before.filter((entry) => !used.has(entryKey(entry))).map((entry) => quoted(folder, entry));
      }),
    },
    {
      name: `texts without a translation in ${translatedFolders.length} folders`,
      findings: each(({ folder, after }) =>
        after.filter((entry) => entry.translation === '' && isCovered(folder, entry)).map((entry) => quoted(folder, entry)),
      ),
    },
    {
      name: 'translations that differ from their text in values or elements',
      findings: each(({ folder, after }) =>
        after.flatMap((entry) => {
          const problem = entry.translation === '' ? undefined : checkTranslation(entry.message, entry.translation);
          return problem === undefined ? [] : [`${quoted(folder, entry)} ${problem}`];
        }),
      ),
    },
    {
      name: 'files of translations that are out of date',
      findings: [...derivedFiles(comparisons)].flatMap(([file, content]) =>
        existsSync(path.join(root, file)) && readFileSync(path.join(root, file), 'utf8') === content
          ? []
          : [`${file}: run npm run messages`],
      ),
    },
    {
      name: 'texts translated in two ways',
      findings: [...translations].flatMap(([key, found]) => (found.size > 1 ? [`${JSON.stringify(key)}: ${[...found].join(' | ')}`] : [])),
    },
  ];
}
