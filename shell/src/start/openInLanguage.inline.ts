/**
 * Runs inline first in every document: an address that names no language opens in the one that the reader chose, else in the first
 * of the browser's that the product has. Only its text is used, so it knows nothing but its arguments.
 */
export function openInLanguage(cookie: string, others: readonly string[]): void {
  const path = location.pathname;
  if (others.includes(path.split('/')[1]!)) return;
  let chosen: string | undefined;
  try {
    chosen = new RegExp(`\\b${cookie}=(\\w+)`).exec(document.cookie)?.[1];
  } catch {
    // A browser that refuses cookies has none.
  }
  chosen ??= navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || others.includes(tag));
  if (chosen && others.includes(chosen)) location.replace(`/${chosen}${path.replace(/^\/$/, '')}${location.search}${location.hash}`);
}
