let isStale = false;

/** Says that what the public pages show has changed since this tab opened. */
export function markContentStale(): void {
  isStale = true;
}

/** Whether kept content has to be read again before it can be trusted. */
export function isContentStale(): boolean {
  return isStale;
}
