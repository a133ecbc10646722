import { useSyncExternalStore } from 'react';
import { createStore } from '@masomo/domain/createStore';
import { consentChosenEvent, consentKey, parseConsent, type CookiePreferences } from '@masomo/domain/consent';
import { isCurrent, record, sendPendingChoice } from './consentRecord.ts';

/** Undefined until it was read from the browser's storage. */
let choice: CookiePreferences | null | undefined;
let subscriberCount = 0;
/** Whether the preferences are open. Every change of the choice closes them, and so notifies its subscribers as well. */
const preferencesStore = createStore(false);

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
  if (subscriberCount === 0) choice = undefined;
  subscriberCount += 1;
  const unsubscribe = preferencesStore.subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    subscriberCount -= 1;
    unsubscribe();
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
  try {
    localStorage.setItem(consentKey, JSON.stringify(next));
  } catch (error) {
    console.warn('The cookie choice could not be stored.', error);
  }
  document.documentElement.dataset['consent'] = '';
  void record(next);
  preferencesStore.set(false);
}

/** Sends a choice that was made before the page had started or that an earlier visit could not send, and follows those made from now on. */
export function followConsent(): void {
  sendPendingChoice(currentChoice());
  window.addEventListener(consentChosenEvent, (event) => {
    if (event instanceof CustomEvent) saveConsent(parseConsent(String(event.detail)));
  });
}

/** Opens or closes the preferences, independently of the banner. */
export function showPreferences(isOpen: boolean): void {
  preferencesStore.set(isOpen);
}

/** The visitor's choice, or null without one. */
export function useConsent(): CookiePreferences | null {
  return useSyncExternalStore(subscribe, currentChoice, () => null);
}

/** Whether the preferences are open. */
export function useIsPreferencesOpen(): boolean {
  return useSyncExternalStore(preferencesStore.subscribe, preferencesStore.get, () => false);
}
