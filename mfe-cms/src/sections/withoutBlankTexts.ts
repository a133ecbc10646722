const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isBlank) : value === '' || value === undefined || value === null;

/** A translation without its blank texts, which are shown in English. */
export function withoutBlankTexts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, part]) => !isBlank(part)));
}
