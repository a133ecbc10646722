type Entry = { path: string; end?: boolean };

/** The entry of the current screen: the longest path that is a prefix of the address, so a list stays active on its detail pages. */
export function activeEntry<E extends Entry>(menu: readonly E[], pathname: string): E | undefined {
  const matches = menu.filter(({ path, end }) => pathname === path || (!end && pathname.startsWith(`${path}/`)));
  return matches.reduce<E | undefined>((best, entry) => (best && best.path.length >= entry.path.length ? best : entry), undefined);
}
