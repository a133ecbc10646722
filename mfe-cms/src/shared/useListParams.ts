import { useLocation } from '@masomo/navigation';

/** What the address asks of a list: what to search for, which page's questions, or to begin something new. */
export function useListParams(): { search: string; surface: string | null; isNew: boolean } {
  const asked = new URLSearchParams(useLocation().search);
  return { search: asked.get('search') ?? '', surface: asked.get('surface'), isNew: asked.has('new') };
}
