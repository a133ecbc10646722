import { useSyncExternalStore } from 'react';
import { consentKey, parseConsent, type CookiePreferences } from '@masomo/domain/consent';
import { isCurrent, record, sendPendingChoice } from './consentRecord.ts';

let choice: CookiePreferences | null | undefined;
let isDialogOpen = false;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** A choice that cannot be read counts as none, so the visitor is asked again. */
function readChoice(): CookiePreferences | null {
  try {
    const stored = localStorage.getItem(consentKey);
    return stored === null || !isCurrent() ? null : parseConsent(stored);
  } catch (error) {
    console.warn('The stored cookie choice could not be read and is ignored.', error);
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== consentKey) return;
    choice = undefined;
    listener();
  };
  // Another tab may have changed it while nothing here was subscribed.
  if (listeners.size === 0) choice = undefined;
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function currentChoice(): CookiePreferences | null {
  if (choice === undefined) choice = readChoice();
  return choice;
}

/** Stores the choice in this browser and closes banner and preferences. */
export function saveConsent(next: CookiePreferences): void {
  choice = next;
  isDialogOpen = false;
  try {
    localStorage.setItem(consentKey, JSON.stringify(next));
  } catch (error) {
    console.warn('The cookie choice could not be stored; it holds until the page is closed.', error);
  }
  document.documentElement.dataset['consent'] = '';
  void record(next);
  notify();
}

/** Sends a choice that an earlier visit could not, once the page has started. */
export function resendConsent(): void {
  sendPendingChoice(currentChoice());
}

/** Opens or closes the preferences, independently of the banner. */
export function showPreferences(isOpen: boolean): void {
  isDialogOpen = isOpen;
  notify();
}

/** The visitor's choice, or null without one. */
export function useConsent(): CookiePreferences | null {
  return useSyncExternalStore(subscribe, currentChoice, () => null);
}

/** Whether the preferences are open. */
export function useIsPreferencesOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isDialogOpen,
    () => false,
  );
}
