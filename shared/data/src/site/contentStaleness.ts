let isStale = false;

/** Records that published content changed after this tab loaded it. */
export function markContentStale(): void {
  isStale = true;
}

/** Whether cached content must be revalidated before it is shown. */
export function isContentStale(): boolean {
  return isStale;
}
