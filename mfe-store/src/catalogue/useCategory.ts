import { useSyncExternalStore } from 'react';
import { useLocation } from '@masomo/navigation';
import { categoryOfHash, type CategoryFilter } from './filterAddons.ts';

const subscribeToNothing = () => () => undefined;

/** The category in the address. The server never sees the hash, so hydration ignores it as well, and renders again only for one that selects. */
export function useCategory(): CategoryFilter {
  const { hash } = useLocation();
  return useSyncExternalStore(
    subscribeToNothing,
    () => categoryOfHash(hash),
    () => 'all',
  );
}
