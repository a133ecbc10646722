import { useCallback, useEffect, useRef } from 'react';

/** Where focus goes: the first match of the selector within the element with this id. */
export type FocusTarget = { id: string; css: string };

export const fieldIn = (id: string): FocusTarget => ({ id, css: ':is(input, textarea):not([readonly]), select, [contenteditable="true"]' });
export const buttonIn = (id: string, name?: string): FocusTarget => ({
  id,
  css: `button${name === undefined ? '' : `[aria-label="${CSS.escape(name)}"]`}:not(:disabled)`,
});

const waitLimitMs = 3_000;
const find = ({ id, css }: FocusTarget) => document.getElementById(id)?.querySelector<HTMLElement>(css);

/**
 * Moves focus after entries of a list were added, removed or moved, since the focused element may be gone then. Once `order` has changed,
 * the first target that exists gets the focus; a field that is still loading is awaited for three seconds, unless the user moves on.
 */
export function useFocusAfter(order: string): (...targets: FocusTarget[]) => void {
  const pendingTargets = useRef<readonly FocusTarget[]>([]);
  useEffect(() => {
    const targets = pendingTargets.current;
    pendingTargets.current = [];
    const element = targets.map(find).find(Boolean);
    const [first] = targets;
    const container = first && document.getElementById(first.id);
    if (element || !container) {
      element?.focus();
      return undefined;
    }
    container.focus();
    const observer = new MutationObserver(() => {
      const isWaiting = document.activeElement === container;
      const field = find(first);
      if (isWaiting) field?.focus();
      if (field || !isWaiting) observer.disconnect();
    });
    observer.observe(container, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), waitLimitMs);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [order]);
  return useCallback((...targets) => void (pendingTargets.current = targets), []);
}
