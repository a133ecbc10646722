import * as z from 'zod/mini';

const textSchema = z.union([z.string(), z.record(z.string(), z.string())]);

/** Languages that content is translated into. */
export const translationLanguages = ['sw'] as const;
export type TranslationLanguage = (typeof translationLanguages)[number];

/** A record's texts in other languages, by field; a list of lines has each under its English line. `of` identifies the English text. */
export const storedTranslationsSchema = z.partialRecord(z.enum(translationLanguages), z.record(z.string(), textSchema));
export type StoredTranslations = z.infer<typeof storedTranslationsSchema>;
export type StoredTranslation = NonNullable<StoredTranslations[TranslationLanguage]>;

/** The state of a record in a language: its translation may be missing, or older than the English text. */
export type TranslationState = 'current' | 'outdated' | 'missing';

/** The state of a record in a language; `needsTranslation` is what the database says about the record. */
export function translationState(
  record: { translations: Partial<Record<string, unknown>>; needsTranslation: readonly string[] },
  language: TranslationLanguage,
): TranslationState {
  if (!record.translations[language]) return 'missing';
  return record.needsTranslation.includes(language) ? 'outdated' : 'current';
}
