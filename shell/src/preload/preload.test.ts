// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { provideDb } from '@masomo/data';
import { revalidateOnIntent } from '../registry/revalidateRegistry.ts';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { watchLinks } from './watchLinks.ts';

const warmUpScreen = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('./warmUpScreen.ts', () => ({ warmUpScreen }));
vi.mock('../registry/revalidateRegistry.ts', () => ({ revalidateOnIntent: vi.fn() }));

let revision = 0;
/** Each test has files of its own, since a page requests a file only once. */
function release(): string {
  revision += 1;
  const registry = productRegistry(revision);
  for (const remote of Object.values(registry.remotes)) remote.base = `/releases/${remote.manifest.name}/${revision}/`;
  const cms = registry.remotes['mfe-cms'];
  if (cms) cms.screens = { '/dashboard/cms': ['js/home.js'], '/dashboard/cms/pages/:id/edit': ['js/editor.js'] };
  registry.shell = { ...registry.shell, base: `/releases/shell/${revision}/`, screens: { '/dashboard/*': ['js/tables.js'] } };
  registryStore.set(registry);
  return String(revision);
}

const links = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link')].map(
    ({ rel, href, integrity }) => `${rel} ${new URL(href).pathname}${integrity ? ' checked' : ''}`,
  );
const link = (href: string) => document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`) ?? expect.fail(`no link ${href}`);
const signIn = (role: 'super_admin' | 'teacher') =>
  sessionStore.set({ status: 'signed-in', user: { id: '1', email: 'a@b.test', role, schoolId: null, aal: 'aal1' } });

let show: (link: Element) => void = () => undefined;
class Observer {
  constructor(seen: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    show = (target) => seen([{ target, isIntersecting: true }]);
  }
  observe = vi.fn();
  unobserve = vi.fn();
}

vi.stubGlobal('IntersectionObserver', Observer);
vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
provideDb(() => Promise.reject(new Error('These tests read nothing.')));
watchLinks();

let version: string;
beforeEach(() => {
  history.replaceState(null, '', '/pricing');
  sessionStore.set({ status: 'signed-out', user: null });
  document.head.innerHTML = '';
  document.body.innerHTML =
    '<a href="/store"><b>Store</b></a><a href="/dashboard/cms">CMS</a><a href="/dashboard/cms/pages/7/edit">Page</a><a href="/pricing">Here</a><a href="https://elsewhere.test/store">Away</a>';
  version = release();
});
afterEach(() => {
  document.body.innerHTML = '';
});

describe('a link that is reached', () => {
  it.each(['pointerover', 'touchstart', 'focusin'])('by %s has its files preloaded, each once and with its hash', (type) => {
    const inner = link('/store').querySelector('b');
    inner?.dispatchEvent(new Event(type, { bubbles: true }));
    inner?.dispatchEvent(new Event(type, { bubbles: true }));
    expect(links()).toEqual([`preload /releases/mfe-store/${version}/remoteEntry.js checked`]);
    expect(revalidateOnIntent).toHaveBeenCalled();
  });

  it("of a signed-in person preloads the remote's initial files, the screen's own and the shell's for it", () => {
    signIn('super_admin');
    link('/dashboard/cms/pages/7/edit').dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(links()).toEqual([
      `preload /releases/mfe-cms/${version}/remoteEntry.js checked`,
      `prefetch /releases/mfe-cms/${version}/js/editor.js`,
      `prefetch /releases/shell/${version}/js/tables.js`,
    ]);
  });

  it.each(['signed out', 'a role that may not'])('preloads nothing for a visitor who may not open it: %s', (who) => {
    if (who !== 'signed out') signIn('teacher');
    link('/dashboard/cms').dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(links()).toEqual([]);
  });

  it.each([
    ['whose role cannot be read', { isUnread: true }],
    ['who has to set up an authenticator app first', { hasToEnrol: true }],
  ] as const)('preloads nothing guarded for a person %s', (_, standing) => {
    const user = { id: '1', email: 'a@b.test', role: 'super_admin', schoolId: null, aal: 'aal1', ...standing } as const;
    sessionStore.set({ status: 'signed-in', user });
    link('/dashboard/cms').dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(links()).toEqual([]);
  });

  it('preloads nothing for the present page and for other sites', () => {
    for (const href of ['/pricing', 'https://elsewhere.test/store']) link(href).dispatchEvent(new Event('focusin', { bubbles: true }));
    expect(links()).toEqual([]);
  });

  it('that failed is fetched again', () => {
    const reach = () => link('/store').dispatchEvent(new Event('pointerover', { bubbles: true }));
    reach();
    document.head.querySelector('link')?.dispatchEvent(new Event('error'));
    expect(links()).toEqual([]);
    reach();
    expect(links()).toHaveLength(1);
  });
});

describe('a visible link', () => {
  const fetched: { path: string; respond: (response: Response) => void }[] = [];
  const paths = () => fetched.map(({ path }) => path);
  const respondAll = async () => {
    while (fetched.length > 0) {
      for (const { respond } of fetched.splice(0)) respond(new Response('script'));
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    }
  };
  beforeEach(() => {
    fetched.length = 0;
    warmUpScreen.mockClear();
    vi.stubGlobal(
      'fetch',
      (href: string) =>
        new Promise((resolve) => {
          fetched.push({ path: new URL(href).pathname, respond: resolve });
        }),
    );
  });
  afterEach(respondAll);

  it('into another remote is prefetched in idle time, and not again when a pointer reaches it', async () => {
    show(link('/store'));
    expect([paths(), links()]).toEqual([[`/releases/mfe-store/${version}/remoteEntry.js`], []]);
    await respondAll();
    link('/store').dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(links()).toEqual([]);
  });

  it('uses few connections, so that a server that does not respond leaves some for others', () => {
    signIn('super_admin');
    const cms = registryStore.get().remotes['mfe-cms'];
    if (cms) cms.screens = { '/dashboard/cms': ['js/a.js', 'js/b.js', 'js/c.js', 'js/d.js'] };
    show(link('/dashboard/cms'));
    show(link('/store'));
    expect(fetched).toHaveLength(3);
  });

  it('waits while somebody fills in a form, whose answer would wait for it', async () => {
    document.body.insertAdjacentHTML('beforeend', '<form><input></form>');
    const field = document.querySelector('input');
    field?.focus();
    show(link('/store'));
    expect(paths()).toEqual([]);
    field?.blur();
    await expect.poll(() => paths()).toEqual([`/releases/mfe-store/${version}/remoteEntry.js`]);
  });

  it('of the signed-in area is run once all its files are loaded, and only then', async () => {
    signIn('super_admin');
    show(link('/dashboard/cms'));
    expect(warmUpScreen).not.toHaveBeenCalled();
    await respondAll();
    expect(warmUpScreen).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ remote: registryStore.get().remotes['mfe-cms'] }),
      '/dashboard/cms',
    );
  });

  it('is not run when a file failed, and is prefetched again when it becomes visible again', async () => {
    signIn('super_admin');
    show(link('/dashboard/cms'));
    fetched.splice(0, 1)[0]?.respond(new Response('gone', { status: 404 }));
    await respondAll();
    expect(warmUpScreen).not.toHaveBeenCalled();
    show(link('/dashboard/cms'));
    expect(fetched).toHaveLength(1);
  });

  it('within the same remote prefetches nothing', () => {
    history.replaceState(null, '', '/features');
    show(link('/pricing'));
    expect([fetched, links()]).toEqual([[], []]);
  });
});
