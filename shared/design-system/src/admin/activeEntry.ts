type Entry = { path: string; end?: boolean };

/** The entry of the screen one is on: the longest path the address starts with, so a list stays lit on its details. */
export function activeEntry<E extends Entry>(menu: readonly E[], pathname: string): E | undefined {
  const matches = menu.filter(({ path, end }) => pathname === path || (!end && pathname.startsWith(`${path}/`)));
  return matches.reduce<E | undefined>((best, entry) => (best && best.path.length >= entry.path.length ? best : entry), undefined);
}
