import { useSyncExternalStore } from 'react';

/** The `beforeinstallprompt` event, which TypeScript's DOM library lacks. */
export type InstallPromptEvent = Event & { prompt(): Promise<unknown> };

const dismissedKey = 'installDismissed';
let promptEvent: InstallPromptEvent | null = null;
/** Remembers the dismissal where the browser refuses storage. */
let isDismissed = false;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Saves the browser's install prompt for later. Called at boot, because the event is dispatched early and only once. */
export function listenForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    promptEvent = event;
    notify();
  });
  window.addEventListener('appinstalled', dismissInstall);
}

/** Ends the offer for this session, after it was declined or accepted or the site was installed. */
export function dismissInstall(): void {
  promptEvent = null;
  try {
    sessionStorage.setItem(dismissedKey, 'true');
  } catch (error) {
    isDismissed = true;
    console.warn('The dismissal could not be stored; it holds until the page is closed.', error);
  }
  notify();
}

/** Shows the browser's own prompt, which ends the offer whatever the visitor chooses. */
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

/** iPads identify as Macs, but no Mac has a touch screen. */
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

/** How the site can be installed now: by the browser's prompt, by hand (iPhone, iPad), or not at all. */
export function useInstallState(): InstallState {
  return useSyncExternalStore(subscribe, currentState, () => 'none');
}
