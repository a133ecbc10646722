const declarationPattern = /(--[\w-]+):([^;}]*);?/g;
const namePattern = /--[\w-]+/g;

/**
 * CSS without the custom properties that nothing in the document uses, directly or through another one: a design system declares its
 * whole set, and a page uses a third of it. Patterns take 0.7 ms for 40 KB where parsing with PostCSS takes 1.6 ms, on every page
 * composed; PurgeCSS's own option sees neither style attributes nor other style tags.
 */
export function removeUnusedProperties(css: string, document: string): string {
  const values = new Map<string, string[]>();
  for (const [, property = '', value = ''] of css.matchAll(declarationPattern))
    values.set(property, [...(values.get(property) ?? []), value]);
  // A rule of the page may declare such a property once more, as a button that takes the greys for its palette.
  for (const [, property = '', value = ''] of document.matchAll(declarationPattern)) values.get(property)?.push(value);
  const used = new Set<string>();
  const pending = [document, css].flatMap(
    (text) =>
      text.replace(declarationPattern, (_, property: string, value: string) => (values.has(property) ? '' : value)).match(namePattern) ??
      [],
  );
  for (let property = pending.pop(); property !== undefined; property = pending.pop()) {
    if (used.has(property)) continue;
    used.add(property);
    for (const value of values.get(property) ?? []) pending.push(...(value.match(namePattern) ?? []));
  }
  return css.replace(declarationPattern, (declaration, property: string) => (used.has(property) ? declaration : ''));
}
