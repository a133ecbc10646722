import { useDeferredValue, useState } from 'react';
import { useQuery, type DataError } from '@masomo/data';
import type { PersonOption, PersonSource } from '@masomo/data/people/personSources';

const pageSize = 20;

export type PersonSearch = {
  text: string;
  type: (text: string) => void;
  clear: () => void;
  found: readonly PersonOption[];
  total: number;
  isSearching: boolean;
  error: DataError | undefined;
  reload: () => Promise<unknown>;
  /** Who Enter chooses. */
  active: PersonOption | undefined;
  move: (steps: number) => void;
  showMore: () => void;
};

/** What is typed into a picker, and whom the database finds for it; nothing is read while the picker is closed. */
export function usePersonSearch(source: PersonSource, isOpen: boolean): PersonSearch {
  const [text, setText] = useState('');
  const [pages, setPages] = useState(1);
  const [at, setAt] = useState(0);
  // From the first person on, so that somebody who was added in between is neither missing nor there twice.
  const filter = { search: useDeferredValue(text.trim()), page: 0, pageSize: pageSize * pages };
  const { data, error, isValidating, reload } = useQuery(isOpen ? source.key(filter) : null, (db) => source.list(db, filter), {
    keepPreviousData: true,
  });
  const found = data?.rows ?? [];
  const total = data?.total ?? 0;
  const showMore = () => {
    if (found.length < total && !isValidating) setPages(pages + 1);
  };
  const type = (typed: string) => {
    setText(typed);
    setPages(1);
    setAt(0);
  };
  return {
    text,
    type,
    clear: () => type(''),
    found,
    total,
    isSearching: isValidating || text.trim() !== filter.search,
    error,
    reload,
    active: found[Math.min(at, found.length - 1)],
    move(steps) {
      const next = Math.max(0, Math.min(at + steps, found.length - 1));
      setAt(next);
      if (next >= found.length - 2) showMore();
    },
    showMore,
  };
}
