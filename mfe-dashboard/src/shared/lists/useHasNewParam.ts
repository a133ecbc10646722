import { useSearchParams } from '@masomo/navigation';

/** Whether the address has `?new`: quick actions link to a list with its "new" form open. */
export function useHasNewParam(): boolean {
  return useSearchParams()[0].has('new');
}
