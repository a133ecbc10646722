/**
 * Marks a text for people in a file that Node runs as it is, where message macros do not work: the extraction finds it, and
 * `translate` of `@masomo/i18n` shows it in the reader's language.
 * A place such as `{0}` takes the value of that position.
 */
export const translatable = (text: string, ...values: readonly (string | number)[]): string =>
  values.reduce<string>((filled, value, place) => filled.replace(`{${place}}`, () => String(value)), text);
