import { simulatedAddress, type PushAddress } from '@masomo/data/messages/pushDevices';
import { serviceWorkers } from '@masomo/domain/secureContext';

/** Whether this browser can show messages: `blocked` once the person has said no, `home-screen` on an iPhone whose page is not installed. */
export type PushAbility = 'able' | 'blocked' | 'home-screen' | 'none';

const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export function pushAbility(): PushAbility {
  if (!serviceWorkers() || !('PushManager' in window) || !('Notification' in window)) return isApplePhone() ? 'home-screen' : 'none';
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const base64url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const addressOf = (subscription: PushSubscription): PushAddress => ({
  endpoint: subscription.endpoint,
  publicKey: base64url(subscription.getKey('p256dh')),
  secret: base64url(subscription.getKey('auth')),
});

const simulatedKey = 'simulatedPush';

/** The address of this browser at its push service; null where messages were never turned on in it. */
export async function currentEndpoint(): Promise<string | null> {
  if (pushAbility() !== 'able') return null;
  const registration = await serviceWorkers()?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint ?? sessionStorage.getItem(simulatedKey);
}

/**
 * Has the browser ask the person and its push service for an address: only after a press, as browsers demand. Null when the person
 * says no. Rejects when the service cannot be reached.
 */
export async function subscribe(senderKey: string): Promise<PushAddress | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await serviceWorkers()?.ready;
  if (!registration) return null;
  // One for a former key of the sender, or of somebody who was signed in before, is of no use.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  try {
    return addressOf(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(senderKey) }));
  } catch (error) {
    // On a developer's machine the simulated service takes the place of one that is not reached.
    const simulated = await simulatedAddress(senderKey);
    if (!simulated) throw error;
    sessionStorage.setItem(simulatedKey, simulated.endpoint);
    return simulated;
  }
}

/** Has the push service forget this browser. */
export async function unsubscribe(): Promise<void> {
  sessionStorage.removeItem(simulatedKey);
  const registration = await serviceWorkers()?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
