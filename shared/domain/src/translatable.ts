/**
 * Marks a text for people in a file that Node runs as it is, where message macros do not work: the extraction finds it, and
 * `translate` of `@masomo/i18n` shows it in the reader's language. One with values is a `sentence`.
 */
export const translatable = (text: string): string => text;
