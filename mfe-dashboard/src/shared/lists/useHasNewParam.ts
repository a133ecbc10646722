import { useSearchParams } from '@masomo/navigation';

/** Whether the link that led here asks for a new record at once, as the home's quick actions do (`?new`). */
export function useHasNewParam(): boolean {
  return useSearchParams()[0].has('new');
}
