import { useEffect, useRef } from 'react';
import { mutate } from '@masomo/data';

/** Has lists read again when a job has changed what they show, which `version` says. */
export function useFreshLists(names: readonly string[], version: string): void {
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void mutate((key) => Array.isArray(key) && names.includes(String(key[0])));
  }, [names, version]);
}
