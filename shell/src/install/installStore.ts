import { useSyncExternalStore } from 'react';
import { createStore } from '@masomo/domain/createStore';

/** The `beforeinstallprompt` event, which TypeScript's DOM library lacks. */
export type InstallPromptEvent = Event & { prompt(): Promise<unknown> };

/** Property of `window` with a prompt that came before the page had started (`keepInstallPrompt`). */
export const earlyPromptName = 'masomoInstallPrompt';

const dismissedKey = 'installDismissed';
const promptStore = createStore<InstallPromptEvent | null>(null);
/** Remembers the dismissal where the browser refuses storage. */
let isDismissed = false;

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Takes over the browser's install prompt that came before the page had started, or one that comes later. */
export function listenForInstallPrompt(): void {
  const early = (window as { [earlyPromptName]?: Event })[earlyPromptName];
  if (early && isInstallPrompt(early)) promptStore.set(early);
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    promptStore.set(event);
  });
  window.addEventListener('appinstalled', dismissInstall);
}

/** Ends the offer for this session, after it was declined or accepted or the site was installed. */
export function dismissInstall(): void {
  try {
    sessionStorage.setItem(dismissedKey, 'true');
  } catch (error) {
    isDismissed = true;
    console.warn('The dismissal could not be stored.', error);
  }
  promptStore.set(null);
}

/** Shows the browser's own prompt, which ends the offer whatever the visitor chooses. */
export async function acceptInstall(): Promise<void> {
  await promptStore.get()?.prompt();
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
  if (promptStore.get()) return 'offered';
  return isAppleTouchDevice() ? 'by-hand' : 'none';
}

/** How the site can be installed now: by the browser's prompt, by hand (iPhone, iPad), or not at all. */
export function useInstallState(): InstallState {
  return useSyncExternalStore(promptStore.subscribe, currentState, () => 'none');
}
