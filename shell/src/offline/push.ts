/** TypeScript's library for service workers excludes the one for pages, so their types stand here. */
type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
export type PushedEvent = Waiting & { data: { json(): unknown } | null };
export type PushClickEvent = Waiting & { notification: Notification };
type Windows = {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowPage[]>;
  openWindow(url: string): Promise<unknown>;
};
type WindowPage = { url: string; focus(): Promise<unknown> };
type WorkerScope = typeof globalThis & { registration: ServiceWorkerRegistration; clients: Windows };
const scope = globalThis as WorkerScope;

type Message = { id?: string; title?: string; text?: string; link?: string; language?: string };

function read(event: PushedEvent): Message {
  try {
    return (event.data?.json() ?? {}) as Message;
  } catch {
    return {};
  }
}

/** A page of the product in the language of the message. */
function addressOf({ link, language }: Message): string {
  const path = link && /^\/[^/\\]/.test(link) ? link : '/dashboard/notifications';
  return new URL((language === 'sw' ? '/sw' : '') + path, location.origin).href;
}

/** Shows a message. Browsers take the right to push from who pushes and shows nothing, so one that cannot be read is shown as well. */
export async function showPush(event: PushedEvent): Promise<void> {
  const message = read(event);
  await scope.registration.showNotification(message.title ?? location.host, {
    body: message.text ?? '',
    // The same message again replaces itself.
    ...(message.id && { tag: message.id }),
    ...(message.language && { lang: message.language }),
    data: addressOf(message),
  });
}

/** Opens what a message is about: the page where it is open, else a new one, so that nothing that is being typed is lost. */
export async function openPush({ notification }: PushClickEvent): Promise<void> {
  notification.close();
  const address = String(notification.data);
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address);
  await (page ? page.focus() : scope.clients.openWindow(address));
}

/** With the session of this browser its messages end, also without a connection: those that are shown go, and the push service forgets it. */
export function endPushesOnSignOut(event: Waiting, { pathname, searchParams }: URL): void {
  if (!pathname.endsWith('/auth/v1/logout') || searchParams.get('scope') === 'others') return;
  const { registration } = scope;
  event.waitUntil(
    Promise.all([
      registration.getNotifications().then((shown) => shown.forEach((each) => each.close())),
      registration.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()),
    ]),
  );
}
