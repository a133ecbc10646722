import * as z from 'zod/mini';
import { translationLanguages } from './storedTranslations.ts';

/** A page's texts in another language as they are stored. `of` identifies the English text that they translate. */
export const pageTranslationSchema = z.object({
  title: z.string(),
  meta_description: z.optional(z.string()),
  body: z.array(z.unknown()),
  of: z.optional(z.string()),
});

/** A page's texts in other languages, by language. */
export const pageTranslationsSchema = z.partialRecord(z.enum(translationLanguages), pageTranslationSchema);
