import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createItem, getPluralFormsHeader, parsePo, stringifyPo } from 'pofile-ts';
import { root } from '../../root.ts';

/** A text of a package and its translation, which is empty while there is none. */
export type CatalogueEntry = {
  message: string;
  context: string | undefined;
  translation: string;
  /** Files of the package that have it, and what is in its numbered places. */
  references: readonly string[];
  placeholders: readonly string[];
  /** Notes of translators. */
  notes: readonly string[];
};

/** The catalogue of a package in a language, in the format of gettext that every translation tool reads. */
export function catalogueFile(packageFolder: string, language: string): string {
  return path.join(root, packageFolder, 'locales', `${language}.po`);
}

/** Tells apart two meanings of one English text. */
export function entryKey({ message, context }: { message: string; context?: string | undefined }): string {
  return context === undefined ? message : `${context}\u0004${message}`;
}

export function parseCatalogue(text: string): CatalogueEntry[] {
  return parsePo(text).items.map(({ msgid, msgctxt, msgstr, references, extractedComments, comments }) => ({
    message: msgid,
    context: msgctxt ?? undefined,
    translation: msgstr[0] ?? '',
    references,
    placeholders: extractedComments,
    notes: comments,
  }));
}

export function formatCatalogue(entries: readonly CatalogueEntry[], language: string): string {
  const items = entries.map(({ message, context, translation, references, placeholders, notes }) => ({
    ...createItem(),
    msgid: message,
    msgctxt: context ?? null,
    msgstr: [translation],
    references: [...references],
    extractedComments: [...placeholders],
    comments: [...notes],
  }));
  const headers = {
    Language: language,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': getPluralFormsHeader(language),
  };
  return stringifyPo({ headers, headerOrder: Object.keys(headers), items }, { foldLength: 0 });
}

/** The entries of a package's catalogue; none when the package has no texts. */
export function readCatalogue(packageFolder: string, language: string): CatalogueEntry[] {
  const file = catalogueFile(packageFolder, language);
  return existsSync(file) ? parseCatalogue(readFileSync(file, 'utf8')) : [];
}
