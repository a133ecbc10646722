import type { Language } from '@masomo/contracts/languages';

/** Selects a row's translation into a language as `translation`; null where it has none, and for English. */
export function translationColumn(language: Language) {
  // Typed as one of the languages, because the client derives the type of a row from the text of its columns.
  return `translation:translations->${language}` as 'translation:translations->sw';
}
