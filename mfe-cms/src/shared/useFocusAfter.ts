import { useCallback, useEffect, useRef } from 'react';

/** Where the keyboard goes on: the first of these within the element with this id. */
export type FocusTarget = { id: string; css: string };

export const fieldIn = (id: string): FocusTarget => ({ id, css: ':is(input, textarea):not([readonly]), select, [contenteditable="true"]' });
export const buttonIn = (id: string, name?: string): FocusTarget => ({
  id,
  css: `button${name === undefined ? '' : `[aria-label="${CSS.escape(name)}"]`}:not(:disabled)`,
});

const waitLimitMs = 3_000;
const find = ({ id, css }: FocusTarget) => document.getElementById(id)?.querySelector<HTMLElement>(css);

/**
 * Keeps the keyboard's place in a list whose entries come, go and move: what had the focus may be gone or asleep after the change.
 * The first wish that can be granted is, once `order` has changed; a field that is still on its way is waited for, unless somebody goes elsewhere meanwhile.
 */
export function useFocusAfter(order: string): (...wishes: FocusTarget[]) => void {
  const wanted = useRef<readonly FocusTarget[]>([]);
  useEffect(() => {
    const wishes = wanted.current;
    wanted.current = [];
    const target = wishes.map(find).find(Boolean);
    const [first] = wishes;
    const place = first && document.getElementById(first.id);
    if (target || !place) {
      target?.focus();
      return undefined;
    }
    place.focus();
    const arrivals = new MutationObserver(() => {
      const isWaiting = document.activeElement === place;
      const arrived = find(first);
      if (isWaiting) arrived?.focus();
      if (arrived || !isWaiting) arrivals.disconnect();
    });
    arrivals.observe(place, { childList: true, subtree: true });
    const end = setTimeout(() => arrivals.disconnect(), waitLimitMs);
    return () => {
      clearTimeout(end);
      arrivals.disconnect();
    };
  }, [order]);
  return useCallback((...wishes) => void (wanted.current = wishes), []);
}
