import { useState } from 'react';

type Visibility = Record<string, boolean>;

function read(name: string | undefined): Visibility {
  if (!name) return {};
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`columns.${name}`) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
  } catch {
    // Storage is blocked or invalid: the declared columns are shown.
    return {};
  }
}

/** Which columns are shown: as declared, with the changes this browser stored under `name`. */
export function useColumnVisibility(columns: readonly { id: string; isOptional?: boolean }[], name: string | undefined) {
  const [chosen, setChosen] = useState(() => read(name));
  const visibility: Visibility = {
    ...Object.fromEntries(columns.filter((column) => column.isOptional).map((column) => [column.id, false])),
    ...chosen,
  };
  const choose = (next: Visibility) => {
    setChosen(next);
    if (!name) return;
    try {
      localStorage.setItem(`columns.${name}`, JSON.stringify(next));
    } catch {
      // Storage is blocked: the choice lasts for this page.
    }
  };
  return [visibility, choose] as const;
}
