/** The new entries; one that reads as before stays the same object, so that only what was written is drawn anew. */
export function reuseUnchanged<T>(before: readonly T[], now: readonly T[]): T[] {
  const known = new Map(before.map((entry) => [JSON.stringify(entry), entry]));
  return now.map((entry) => known.get(JSON.stringify(entry)) ?? entry);
}
