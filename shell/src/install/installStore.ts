import { useSyncExternalStore } from 'react';

/** The browser's offer to install the site; it is no part of TypeScript's DOM yet. */
export type InstallPromptEvent = Event & { prompt(): Promise<unknown> };

const dismissedKey = 'installDismissed';
let promptEvent: InstallPromptEvent | null = null;
/** Holds the answer where the browser stores nothing. */
let isDismissed = false;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Keeps the browser's offer for later. Called once, at boot: the event comes early and only once. */
export function listenForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    promptEvent = event;
    notify();
  });
  window.addEventListener('appinstalled', dismissInstall);
}

/** Not again in this session: declined, accepted or installed. */
export function dismissInstall(): void {
  promptEvent = null;
  try {
    sessionStorage.setItem(dismissedKey, 'true');
  } catch (error) {
    isDismissed = true;
    console.warn('The answer could not be stored; it holds until the page is closed.', error);
  }
  notify();
}

/** Shows the browser's own question; whatever the answer, ours is over. */
export async function acceptInstall(): Promise<void> {
  await promptEvent?.prompt();
  dismissInstall();
}

function wasDismissed(): boolean {
  try {
    return isDismissed || sessionStorage.getItem(dismissedKey) !== null;
  } catch {
    return isDismissed;
  }
}

function isStandalone(): boolean {
  return matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
}

/** iPads call themselves Macs; no Mac has a touch screen. */
function isAppleTouchDevice(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
}

export type InstallState = 'none' | 'offered' | 'by-hand';

function currentState(): InstallState {
  if (isStandalone() || wasDismissed()) return 'none';
  if (promptEvent) return 'offered';
  return isAppleTouchDevice() ? 'by-hand' : 'none';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Can the site be installed now: by the browser's offer, by hand (iPhone, iPad), or not at all? */
export function useInstallState(): InstallState {
  return useSyncExternalStore(subscribe, currentState, () => 'none');
}
