/** Runs inline in the head of every document: marks the page, before it is painted, when the present version of the cookie question was answered in this browser. */
export function markConsent(key: string, recordKey: string, version: number): void {
  try {
    const choice = JSON.parse(localStorage.getItem(key) ?? 'null') as { necessary?: unknown } | null;
    const record = JSON.parse(localStorage.getItem(recordKey) ?? 'null') as { version?: number } | null;
    if (choice?.necessary === true && (record?.version ?? 1) >= version) document.documentElement.dataset['consent'] = '';
  } catch {
    /* A choice that cannot be read counts as none. */
  }
}
