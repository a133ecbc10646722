/** Letters that are one sign with a stroke or two letters in one, which decomposition leaves as they are. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
};
// Soft hyphen, joiners, direction marks and variation selectors: written into names by keyboards and copied from web pages.
const invisible = /[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]/g;
const marks = /[\u0300-\u036F]/g;
const apostrophes = /['`´\u02B9-\u02BF\u02C8\u02CA\u02CB\u2018-\u201B\u2032\u2035\uA78B\uA78C]/g;
const dashes = /[\u2010-\u2015\u2212]/g;

/**
 * Text as it is compared and searched: without accents, case, width, apostrophes and invisible signs, words one space apart. The same rule as
 * `private.fold_text` of the database, which a test compares.
 */
export function foldText(text: string): string {
  return text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(marks, '')
    .replace(apostrophes, '')
    .replace(invisible, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłħŧıŋ]/g, (letter) => letters[letter] ?? letter)
    .replace(dashes, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether each word of the search is in the text, in any order. */
export function matchesSearch(text: string, search: string): boolean {
  const folded = foldText(text);
  return foldText(search)
    .split(' ')
    .every((word) => folded.includes(word));
}
