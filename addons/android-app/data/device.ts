type InstallPrompt = Event & { prompt(): Promise<unknown>; userChoice?: Promise<{ outcome: string }> };

/** Property of `window` in which every page keeps the browser's offer to install (`keepInstallPrompt` of the shell). */
const keptPrompt = 'masomoInstallPrompt';

const isPrompt = (event: unknown): event is InstallPrompt => event instanceof Event && 'prompt' in event;

export type Device = 'installed' | 'offered' | 'apple' | 'android' | 'other';

/** iPads say that they are Macs, but no Mac has a touch screen. */
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** How the page of this window can become an app here. */
export function deviceNow(): Device {
  if (matchMedia('(display-mode: standalone)').matches || document.referrer.startsWith('android-app://')) return 'installed';
  if (isPrompt(Reflect.get(window, keptPrompt))) return 'offered';
  return isApple() ? 'apple' : /Android/.test(navigator.userAgent) ? 'android' : 'other';
}

export const isPhone = () => isApple() || /Android/.test(navigator.userAgent);

/** Calls back when the browser offers to install, or has installed. */
export function onDeviceChange(listener: () => void): () => void {
  // What keeps the offer listens too, and may do so later than this.
  const later = () => queueMicrotask(listener);
  const names = ['beforeinstallprompt', 'appinstalled'];
  for (const name of names) window.addEventListener(name, later);
  return () => {
    for (const name of names) window.removeEventListener(name, later);
  };
}

/** Shows the browser's own question, once. */
export async function install(): Promise<void> {
  const prompt: unknown = Reflect.get(window, keptPrompt);
  if (!isPrompt(prompt)) return;
  Reflect.deleteProperty(window, keptPrompt);
  await prompt.prompt();
}

/** Whether the browser would still ask the person for messages. */
export const isUndecided = () => 'Notification' in window && Notification.permission === 'default';
