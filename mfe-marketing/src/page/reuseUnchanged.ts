/** The new entries, with unchanged ones replaced by their previous objects, so that only edited blocks re-render. */
export function reuseUnchanged<T>(previous: readonly T[], next: readonly T[]): T[] {
  const known = new Map(previous.map((entry) => [JSON.stringify(entry), entry]));
  return next.map((entry) => known.get(JSON.stringify(entry)) ?? entry);
}
