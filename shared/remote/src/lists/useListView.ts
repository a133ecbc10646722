import { useState } from 'react';
import { useSession } from '@masomo/auth';

type Filters = Readonly<Record<string, string | boolean>>;

/** The filters that a person has saved for a list, for the menu that changes them. */
export type ListView = {
  /** Whether the list shows something else than what it opens with. */
  isChanged: boolean;
  isSaved: boolean;
  save: () => void;
  /** Back to what the list opens with. */
  restore: () => void;
  forget: () => void;
};

const storageKey = (userId: string, name: string) => `list view ${name} ${userId}`;

/** What is stored and still a filter of the list; a device may hold one of an earlier version. */
function read<F extends Filters>(key: string, defaults: F): F | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const known = Object.entries(stored).filter(([name, value]) => typeof value === typeof defaults[name]);
    return { ...defaults, ...Object.fromEntries(known) };
  } catch {
    return undefined;
  }
}

function write(key: string, filters: Filters | undefined): void {
  try {
    if (filters) localStorage.setItem(key, JSON.stringify(filters));
    else localStorage.removeItem(key);
  } catch {
    // A browser that stores nothing keeps the view while the page is open.
  }
}

/** The filters of a list, which begin with what this person saved in this browser. */
export function useListView<F extends Filters>(name: string, defaults: F) {
  const { user } = useSession();
  const key = storageKey(user?.id ?? '', name);
  const [saved, setSaved] = useState(() => read(key, defaults));
  const [filters, setFilters] = useState<F>(saved ?? defaults);
  const opensWith = saved ?? defaults;
  const keep = (view: F | undefined) => {
    write(key, view);
    setSaved(view);
  };
  const view: ListView = {
    isChanged: Object.keys(defaults).some((filter) => filters[filter] !== opensWith[filter]),
    isSaved: saved !== undefined,
    save: () => keep(filters),
    restore: () => setFilters(opensWith),
    forget: () => {
      keep(undefined);
      setFilters(defaults);
    },
  };
  return { filters, setFilter: (change: Partial<F>) => setFilters((before) => ({ ...before, ...change })), view };
}
