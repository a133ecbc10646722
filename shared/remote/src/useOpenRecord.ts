import { useState } from 'react';
import { useLocation } from '@masomo/navigation';

/**
 * Which record of a list is open, and how another is opened, or none. The address names it, so that it can be sent or opened again; that is
 * no navigation, which would take the focus from a dialog.
 */
export function useOpenRecord(name: string): [id: string | null, open: (id: string | null) => void] {
  const { search } = useLocation();
  const [id, setId] = useState(() => new URLSearchParams(search).get(name));
  const open = (next: string | null) => {
    setId(next);
    const address = new URL(globalThis.location.href);
    if (next) address.searchParams.set(name, next);
    else address.searchParams.delete(name);
    globalThis.history.replaceState(globalThis.history.state, '', address);
  };
  return [id, open];
}
