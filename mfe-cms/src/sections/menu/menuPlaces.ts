import type { StoredMenu, StoredMenuEntry } from '@masomo/domain/siteMenu';
import { valueAt, withValueAt } from '../valueAt.ts';

/** A list of the menu by its path in the settings: `header`, `footer`, or the entries of a group such as `footer.1.links`. */
export type MenuListPath = string;
/** An entry of a list; a new one has the index after the last. */
export type MenuPlace = { list: MenuListPath; index: number };

/** The most entries of a list; the database refuses more. */
export function mostEntries(list: MenuListPath): number {
  if (list === 'header') return 9;
  if (list === 'footer') return 4;
  return list.startsWith('header') ? 8 : 10;
}

/** The entries of a list, in the order that visitors see. */
export function entriesAt(menu: StoredMenu, list: MenuListPath): readonly StoredMenuEntry[] {
  const found = valueAt(menu, list);
  return Array.isArray(found) ? found : [];
}

/** A new entry of a list. */
export function blankEntry(list: MenuListPath): StoredMenuEntry {
  return entryFor(list, { label: '', sw: '', shownTo: 'everyone' });
}

/** An entry with the fields that its list has: groups of the footer lead nowhere, and only they and entries of the header have links. */
export function entryFor(list: MenuListPath, { label, sw, to = '', shownTo, links = [] }: StoredMenuEntry): StoredMenuEntry {
  if (list === 'footer') return { label, sw, shownTo, links };
  if (list === 'header') return { label, sw, to: links.length > 0 ? '' : to, shownTo, links };
  return { label, sw, to, shownTo };
}

/** Whether links can be below an entry. */
export const isGroup = (list: MenuListPath, { to }: StoredMenuEntry) => list === 'footer' || (list === 'header' && to === '');

/** The lists that a link can be in, with the entry that they are below; null is the header itself. */
export function listsForLinks(menu: StoredMenu): { list: MenuListPath; part: 'header' | 'footer'; below: StoredMenuEntry | null }[] {
  const groups = (['header', 'footer'] as const).flatMap((part) =>
    entriesAt(menu, part).flatMap((below, index) => (isGroup(part, below) ? [{ list: `${part}.${index}.links`, part, below }] : [])),
  );
  return [{ list: 'header', part: 'header', below: null }, ...groups];
}

/** The menu with an entry stored at its place, or at the end of another list. */
export function withEntry(menu: unknown, { list, index }: MenuPlace, target: MenuListPath, entry: StoredMenuEntry): unknown {
  const listOf = (value: unknown, path: MenuListPath) => {
    const found = valueAt(value, path);
    return Array.isArray(found) ? (found as unknown[]) : [];
  };
  const stored = entryFor(target, entry);
  if (target === list) {
    const present = listOf(menu, list);
    return withValueAt(
      menu,
      list,
      index < present.length ? present.map((other, at) => (at === index ? stored : other)) : [...present, stored],
    );
  }
  // Added before it is removed: removing an entry of the header would change the paths of the groups after it.
  const added = withValueAt(menu, target, [...listOf(menu, target), stored]);
  return withValueAt(
    added,
    list,
    listOf(added, list).filter((_, at) => at !== index),
  );
}

/** A copy of a list with the entry at `from` moved to `to`. */
export function withMoved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
