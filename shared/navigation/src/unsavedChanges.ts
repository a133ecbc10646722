import { useCallback, useEffect, useRef } from 'react';

const holders = new Set<symbol>();

/** The browser asks in its own words when the document itself is about to go. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function hold(holder: symbol): void {
  if (holders.size === 0) window.addEventListener('beforeunload', askBeforeUnload);
  holders.add(holder);
}

function release(holder: symbol): void {
  if (!holders.delete(holder) || holders.size > 0) return;
  window.removeEventListener('beforeunload', askBeforeUnload);
}

/** Whether a screen of any remote holds something that was typed and not saved. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/** State of a navigation that happens without asking: whoever signs out must not be held. */
export const leavesAnyway = { leavesAnyway: true } as const;

/** Whether a navigation's state says that it must not be held. */
export function isUnheld(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'leavesAnyway') === true;
}

/**
 * While `isDirty`, leaving the address asks first: by a link of any remote, Back, or closing the tab. Moving within the
 * same path (query, anchor) never asks. Call `letGo` right before navigating away after a save that succeeded: the
 * screen may not have rendered its clean state yet.
 */
export function useUnsavedChanges(isDirty: boolean): { letGo: () => void } {
  const holder = useRef<symbol>(undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    const mine = Symbol('unsaved changes');
    holder.current = mine;
    hold(mine);
    return () => release(mine);
  }, [isDirty]);
  const letGo = useCallback(() => {
    if (holder.current) release(holder.current);
  }, []);
  return { letGo };
}
