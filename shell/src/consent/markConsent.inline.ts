/** Runs inline in the head of every document: marks the page when the question about cookies, in this version, has been answered here. */
export function markConsent(key: string, recordKey: string, version: number): void {
  try {
    const choice = JSON.parse(localStorage.getItem(key) ?? 'null') as { necessary?: unknown } | null;
    const record = JSON.parse(localStorage.getItem(recordKey) ?? 'null') as { version?: number } | null;
    if (choice?.necessary === true && (record?.version ?? 1) >= version) document.documentElement.dataset['consent'] = '';
  } catch {
    /* no answer that can be read: it is asked again */
  }
}
