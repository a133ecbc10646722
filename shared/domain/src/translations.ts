/** A record as the public pages show it: `lang` is set where its texts are English and those of the page are not. */
export type Localized<Row> = Row & { lang?: 'en' };

const isTexts = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The record with the texts of its translation, or in English where it has none. `fields` are the texts that are translated. */
export function localized<Row extends object>(
  row: Row,
  translation: unknown,
  fields: readonly (keyof Row & string)[],
  language: string,
): Localized<Row> {
  if (language === 'en') return row;
  if (!isTexts(translation)) return { ...row, lang: 'en' };
  const texts = fields.filter((field) => typeof translation[field] === 'string').map((field) => [field, translation[field]] as const);
  return { ...row, ...Object.fromEntries(texts) };
}

/** The translation of a line of a list, which is under the English line; the English line where there is none. */
export function localizedLine(line: string, translation: unknown): string {
  const lines = isTexts(translation) ? translation['features'] : undefined;
  const text = isTexts(lines) ? lines[line] : undefined;
  return typeof text === 'string' ? text : line;
}
