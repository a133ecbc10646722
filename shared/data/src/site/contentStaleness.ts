let isPast = false;

/** Says that what the public pages show has changed since this tab opened. */
export function markContentChanged(): void {
  isPast = true;
}

/** Whether kept content has to be read again before it can be trusted. */
export function hasContentChanged(): boolean {
  return isPast;
}
