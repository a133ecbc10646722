import { useCallback, useEffect, useRef } from 'react';
import { dropTypedText, hasTypedText } from './typedText.ts';

/** How a person leaves an address: the document itself goes, Back or Forward, or a navigation within the product. */
export type LeaveAction = 'unload' | 'POP' | 'PUSH' | 'REPLACE';
/** The words of a confirmation that says something else than that the changes are lost. */
export type LeaveQuestion = { title: string; body: string; confirmLabel: string };
type UnsavedChangesCheck = (action: LeaveAction) => boolean | LeaveQuestion;
const checks = new Set<UnsavedChangesCheck>();

/** Whether a screen of any remote has unsaved changes that `action` would lose, or the words in which it asks about them. */
export function hasUnsavedChanges(action: LeaveAction): boolean | LeaveQuestion {
  const answers = [...checks].map((check) => check(action));
  // What would be lost is asked about first.
  return answers.includes(true) || (answers.find(Boolean) ?? false);
}

/** A document that goes away can only be confirmed by the browser, in its own words. */
function confirmUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges('unload')) event.preventDefault();
}

/** Asks for a confirmation before leaving the address whenever `check` is true at that moment. Returns how to end it. */
export function confirmLeavingWhile(check: UnsavedChangesCheck): () => void {
  if (checks.size === 0) window.addEventListener('beforeunload', confirmUnload);
  checks.add(check);
  return () => removeCheck(check);
}

function removeCheck(check: UnsavedChangesCheck): void {
  if (!checks.delete(check) || checks.size > 0) return;
  window.removeEventListener('beforeunload', confirmUnload);
}

/** Asked by the frame before the product itself loads the document again, as a change of language does. */
type Leaving = { question: LeaveQuestion | undefined; answer: (isLeaving: boolean) => void };
let leaving: Leaving | undefined;
const leavingListeners = new Set<() => void>();

export const leavingStore = {
  get: () => leaving,
  subscribe(listener: () => void) {
    leavingListeners.add(listener);
    return () => void leavingListeners.delete(listener);
  },
};

function setLeaving(next: Leaving | undefined): void {
  leaving = next;
  for (const listener of leavingListeners) listener();
}

/** Whether loading the document again would lose changes of a screen, or what was typed into any form. */
export const losesChanges = (): boolean => hasUnsavedChanges('unload') !== false || hasTypedText();

/** Asks whether the document may be loaded again when changes or typed text would be lost. Resolves to false when the person stays. */
export async function askToLeave(): Promise<boolean> {
  if (!losesChanges() || leavingListeners.size === 0) return true;
  const changes = hasUnsavedChanges('unload');
  const isLeaving = await new Promise<boolean>((answer) => {
    leaving?.answer(false);
    setLeaving({ question: typeof changes === 'object' ? changes : undefined, answer });
  });
  setLeaving(undefined);
  if (isLeaving) {
    // Asked once is enough: the browser does not ask again.
    for (const check of [...checks]) removeCheck(check);
    dropTypedText();
  }
  return isLeaving;
}

/** State of a navigation that never asks: signing out must not be stopped by a form. */
export const skipUnsavedCheck = { skipUnsavedCheck: true } as const;

/** Whether a navigation's state is `skipUnsavedCheck`. */
export function skipsUnsavedCheck(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'skipUnsavedCheck') === true;
}

/**
 * While `isDirty`, leaving the address asks first: by a link of any remote, Back, or closing the tab. Changes of the query or
 * the anchor never ask. Call `allowLeaving` right before navigating away after a successful save: the screen may not have
 * rendered its clean state yet.
 */
export function useUnsavedChanges(isDirty: boolean): { allowLeaving: () => void } {
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    stop.current = confirmLeavingWhile(() => true);
    return stop.current;
  }, [isDirty]);
  const allowLeaving = useCallback(() => stop.current?.(), []);
  return { allowLeaving };
}
