import { useLocation } from '@masomo/navigation';

/** The query parameters of a list: its search, the page whose questions it shows, and whether to open the form for a new entry. */
export function useListParams(): { search: string; surface: string | null; isNew: boolean } {
  const params = new URLSearchParams(useLocation().search);
  return { search: params.get('search') ?? '', surface: params.get('surface'), isNew: params.has('new') };
}
