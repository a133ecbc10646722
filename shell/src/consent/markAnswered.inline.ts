/** Runs inline in the head of every document: marks the page when the question about cookies has been answered here. */
export function markAnswered(key: string): void {
  try {
    const choice = JSON.parse(localStorage.getItem(key) ?? 'null') as { necessary?: unknown } | null;
    if (choice?.necessary === true) document.documentElement.dataset['consent'] = '';
  } catch { /* no answer that can be read: it is asked again */ }
}
