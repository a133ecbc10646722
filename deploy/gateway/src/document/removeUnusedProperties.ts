const declaration = /(--[\w-]+):([^;}]*);?/g;
const name = /--[\w-]+/g;

/**
 * CSS without the custom properties that nothing in the document uses, directly or through another one. A design system
 * declares its whole set; a page shows a third of it.
 */
export function removeUnusedProperties(css: string, document: string): string {
  const values = new Map<string, string[]>();
  for (const [, property = '', value = ''] of css.matchAll(declaration)) values.set(property, [...(values.get(property) ?? []), value]);
  const used = new Set<string>();
  const waiting = [document, css].flatMap(
    (text) => text.replace(declaration, (_, property: string, value: string) => (values.has(property) ? '' : value)).match(name) ?? [],
  );
  for (let property = waiting.pop(); property !== undefined; property = waiting.pop()) {
    if (used.has(property)) continue;
    used.add(property);
    for (const value of values.get(property) ?? []) waiting.push(...(value.match(name) ?? []));
  }
  return css.replace(declaration, (whole, property: string) => (used.has(property) ? whole : ''));
}
