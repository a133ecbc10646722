import { useCallback, useEffect, useRef } from 'react';

/** How somebody is about to leave: the document itself, Back or Forward, or a step of the product. */
export type LeaveAction = 'unload' | 'POP' | 'PUSH' | 'REPLACE';
type UnsavedChangesCheck = (way: LeaveAction) => boolean;
const checks = new Set<UnsavedChangesCheck>();

/** Whether a screen of any remote holds something that was typed and not saved. */
export function hasUnsavedChanges(way: LeaveAction): boolean {
  return [...checks].some((holds) => holds(way));
}

/** The browser asks in its own words when the document itself is about to go. */
function confirmUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges('unload')) event.preventDefault();
}

/** Has leaving the address asked about whenever `holds` says so at that moment; answers with how to end it. */
export function confirmLeavingWhile(holds: UnsavedChangesCheck): () => void {
  if (checks.size === 0) window.addEventListener('beforeunload', confirmUnload);
  checks.add(holds);
  return () => removeCheck(holds);
}

function removeCheck(holds: UnsavedChangesCheck): void {
  if (!checks.delete(holds) || checks.size > 0) return;
  window.removeEventListener('beforeunload', confirmUnload);
}

/** State of a navigation that happens without asking: whoever signs out must not be held. */
export const skipUnsavedCheck = { leavesAnyway: true } as const;

/** Whether a navigation's state says that it must not be held. */
export function skipsUnsavedCheck(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'leavesAnyway') === true;
}

/**
 * While `isDirty`, leaving the address asks first: by a link of any remote, Back, or closing the tab. Moving within the
 * same path (query, anchor) never asks. Call `letGo` right before navigating away after a save that succeeded: the
 * screen may not have rendered its clean state yet.
 */
export function useUnsavedChanges(isDirty: boolean): { letGo: () => void } {
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    end.current = confirmLeavingWhile(() => true);
    return end.current;
  }, [isDirty]);
  const letGo = useCallback(() => end.current?.(), []);
  return { letGo };
}
