// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endPushesOnSignOut, openPush, showPush, type PushClickEvent, type PushedEvent } from './push.ts';

const shown = { close: vi.fn() };
const unsubscribe = vi.fn(async () => true);
const registration = {
  showNotification: vi.fn(async () => undefined),
  getNotifications: vi.fn(async () => [shown]),
  pushManager: { getSubscription: async () => ({ unsubscribe }) },
};
const focus = vi.fn(async () => undefined);
const clients = {
  matchAll: vi.fn(async () => [{ url: `${location.origin}/sw/dashboard`, focus }]),
  openWindow: vi.fn(async () => undefined),
};
beforeEach(() => {
  vi.stubGlobal('registration', registration);
  vi.stubGlobal('clients', clients);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const pushed = (json: () => unknown) => ({ data: { json } }) as PushedEvent;

describe('a push', () => {
  it('is shown with its words, and again in its own place', async () => {
    await showPush(
      pushed(() => ({ id: 'n1', title: 'Greenfield Academy', text: 'Kuna tangazo jipya.', link: '/dashboard', language: 'sw' })),
    );
    expect(registration.showNotification).toHaveBeenCalledWith('Greenfield Academy', {
      body: 'Kuna tangazo jipya.',
      tag: 'n1',
      lang: 'sw',
      data: `${location.origin}/sw/dashboard`,
    });
  });

  it.each([
    ['without a message', { data: null } as PushedEvent],
    [
      'that is no JSON',
      pushed(() => {
        throw new SyntaxError('no');
      }),
    ],
  ])('%s is shown too', async (_, event) => {
    await showPush(event);
    expect(registration.showNotification).toHaveBeenCalledWith(location.host, {
      body: '',
      data: `${location.origin}/dashboard/notifications`,
    });
  });

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example/'])('leads to no other site: %s', async (link) => {
    await showPush(pushed(() => ({ title: 'School', link })));
    expect(registration.showNotification).toHaveBeenCalledWith(
      'School',
      expect.objectContaining({ data: `${location.origin}/dashboard/notifications` }),
    );
  });

  it('opens the page that shows it, or a new one', async () => {
    const press = (data: string) => openPush({ notification: { close: shown.close, data } } as unknown as PushClickEvent);
    await press(`${location.origin}/sw/dashboard`);
    expect(focus).toHaveBeenCalledOnce();
    expect(clients.openWindow).not.toHaveBeenCalled();
    await press(`${location.origin}/dashboard/fees`);
    expect(clients.openWindow).toHaveBeenCalledWith(`${location.origin}/dashboard/fees`);
  });
});

describe('signing out', () => {
  const requested = async (path: string) => {
    const work: Promise<unknown>[] = [];
    endPushesOnSignOut(
      { waitUntil: (promise: Promise<unknown>) => work.push(promise) } as unknown as PushedEvent,
      new URL(path, location.origin),
    );
    await Promise.all(work);
  };

  it('takes shown messages away and has the push service forget the browser', async () => {
    await requested('/auth/v1/logout?scope=local');
    expect(shown.close).toHaveBeenCalledOnce();
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  it.each(['/auth/v1/logout?scope=others', '/auth/v1/token'])('elsewhere leaves them: %s', async (path) => {
    await requested(path);
    expect(unsubscribe).not.toHaveBeenCalled();
  });
});
