// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { findScreen } from '@masomo/contracts/findScreen';
import { roles, type Role } from '@masomo/domain/roles';
import { toaster } from '@masomo/design-system/overlays';
import { may } from '@masomo/domain/permissions';
import { registryStore } from '../registry/registryStore.ts';
import { dashboardScreens, productRegistry } from '../testing/productRegistry.ts';
import { guardScreen, skipLoginWhenSignedIn } from './guard.ts';

const settle = vi.hoisted(() => ({ features: () => {} }));
vi.mock('../addons/startFeatureSync.ts', () => ({ featuresSettled: async () => settle.features() }));

const signInAs = (role: Role) =>
  sessionStore.set({ status: 'signed-in', user: { id: '1', email: 'a@b.test', role, schoolId: null, aal: 'aal1' } });
const enter = async (path: string) => {
  const response = await guardScreen({ request: new Request(`http://localhost${path}`) });
  return response?.headers.get('location') ?? null;
};

beforeEach(() => {
  registryStore.set(productRegistry(Math.random()));
  sessionStore.set({ status: 'signed-out', user: null });
});

describe('a visitor who is not signed in', () => {
  it.each(['/', '/pricing', '/some-page', '/store'])('may open %s', async (path) => {
    expect(await enter(path)).toBeNull();
  });

  it('is redirected to sign in, and the address with its query is remembered', async () => {
    expect(await enter('/dashboard/cms/pages?filter=draft')).toBe('/login?next=%2Fdashboard%2Fcms%2Fpages%3Ffilter%3Ddraft');
  });

  it('is redirected to the home page from an address without a screen', async () => {
    expect(await enter('/store/x')).toBe('/');
    expect(await enter('/dashboard/no-such-screen')).toBe('/');
  });
});

describe('a signed-in person', () => {
  const cells = roles.flatMap((role) =>
    dashboardScreens.map(({ path, access }) => ({ role, path, allowed: access === 'signed-in' || may(role, access) })),
  );

  it.each(cells)('$role at $path: allowed $allowed', async ({ role, path, allowed }) => {
    signInAs(role);
    expect(await enter(path)).toBe(allowed ? null : '/dashboard');
    if (path !== '/dashboard') expect(await enter(`${path}/deeper`)).toBe(allowed ? null : '/dashboard');
  });
});

describe('the address of a module', () => {
  it('waits until the browser is told of it, and any other unknown one leads to the dashboard', async () => {
    signInAs('admin');
    settle.features = () => {
      const registry = registryStore.get();
      const { route, remote: known } = findScreen(registry, '/dashboard/students')!;
      const manifest = {
        ...known.manifest,
        name: 'module-library',
        owns: ['/dashboard/library'],
        routes: [{ ...route, path: '/dashboard/library' }],
      };
      registryStore.set({
        ...registry,
        features: 'module:library',
        remotes: { ...registry.remotes, 'module-library': { ...known, manifest } },
      });
    };
    expect(await enter('/dashboard/library')).toBeNull();
    settle.features = () => {};
    expect(await enter('/dashboard/no-such-screen')).toBe('/dashboard');
  });
});

describe('a super admin at the screens of a school', () => {
  const open = (until: string) =>
    sessionStore.set({
      status: 'signed-in',
      user: {
        id: '1',
        email: 'a@b.test',
        role: 'super_admin',
        schoolId: null,
        aal: 'aal1',
        openedRecords: [{ school: 'Greenfield', until }],
      },
    });
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it('is sent to the dashboard unless the records of a school are open', async () => {
    signInAs('super_admin');
    expect([await enter('/dashboard/students'), await enter('/dashboard/students/s1')]).toEqual(['/dashboard', '/dashboard']);
    open(inMinutes(30));
    expect([await enter('/dashboard/students'), await enter('/dashboard/students/s1')]).toEqual([null, null]);
    open(inMinutes(-1));
    expect(await enter('/dashboard/students')).toBe('/dashboard');
  });

  it.each(['attendance', 'announcements', 'classes', 'finances'])('is sent from %s to the dashboard always', async (name) => {
    open(inMinutes(30));
    expect(await enter(`/dashboard/${name}`)).toBe('/dashboard');
  });
});

describe('a person whose role cannot be read', () => {
  const warning = vi.spyOn(toaster, 'warning').mockReturnValue(undefined);
  it.each(['/dashboard', '/dashboard/schools', '/dashboard/grades', '/dashboard/attendance', '/pricing'])(
    'is neither sent away from %s nor told that the role has no access',
    async (path) => {
      sessionStore.set({
        status: 'signed-in',
        user: { id: '1', email: 'a@b.test', role: 'user', schoolId: null, aal: 'aal1', isUnread: true },
      });
      expect(await enter(path)).toBeNull();
      expect(warning).not.toHaveBeenCalled();
    },
  );
});

describe('a person who has to set up an authenticator app', () => {
  it('gets no further than the profile', async () => {
    sessionStore.set({
      status: 'signed-in',
      user: { id: '1', email: 'a@b.test', role: 'user', schoolId: null, aal: 'aal1', hasToEnrol: true },
    });
    expect(await enter('/dashboard')).toBe('/dashboard/profile');
    expect(await enter('/pricing')).toBeNull();
  });
});

describe('an address that opens another page', () => {
  it('is named once to a signed-in person', async () => {
    const warning = vi.spyOn(toaster, 'warning').mockReturnValue(undefined);
    signInAs('teacher');
    expect(await enter('/dashboard/no-such-screen')).toBe('/dashboard');
    await expect.poll(() => warning).toHaveBeenCalledWith(expect.objectContaining({ title: 'This page does not exist' }));
    expect(await enter('/dashboard/schools')).toBe('/dashboard');
    await expect.poll(() => warning).toHaveBeenCalledWith(expect.objectContaining({ title: 'Your role has no access to this page' }));
  });
});

describe('the files of a screen', () => {
  const requested = () => [...document.head.querySelectorAll('link')].map(({ href }) => new URL(href).pathname);

  it('are requested as soon as it may be opened, and not before', async () => {
    const registry = productRegistry(-1);
    // A file is requested only once per page.
    for (const remote of Object.values(registry.remotes)) remote.base = remote.base.replace('/releases/', '/releases/own/');
    registryStore.set(registry);
    document.head.innerHTML = '';
    await enter('/dashboard/cms');
    expect(requested()).toEqual([]);
    signInAs('super_admin');
    await enter('/dashboard/cms');
    expect(requested()).toContainEqual(expect.stringContaining('/mfe-cms/'));
  });
});

describe('while the session is loading', () => {
  it('the guard waits and then decides', async () => {
    sessionStore.set({ status: 'loading', user: null });
    const decision = enter('/dashboard/schools');
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    signInAs('super_admin');
    expect(await decision).toBeNull();
  });

  it('a password without its second factor is not signed in', async () => {
    sessionStore.set({ status: 'second-factor', user: null });
    expect(await enter('/dashboard')).toBe('/login?next=%2Fdashboard');
  });
});

describe('the sign-in form', () => {
  const open = async (path: string) =>
    (await skipLoginWhenSignedIn({ request: new Request(`http://localhost${path}`) }))?.headers.get('location') ?? null;

  it('is for visitors', async () => {
    expect(await open('/login')).toBeNull();
  });

  it('redirects a signed-in person to the dashboard, or back to an address they may open', async () => {
    signInAs('teacher');
    expect(await open('/login')).toBe('/dashboard');
    expect(await open('/login?next=%2Fdashboard%2Fgrades')).toBe('/dashboard/grades');
    expect(await open('/login?next=%2Fdashboard%2Fschools')).toBe('/dashboard');
  });

  it.each(['//evil.test', 'https://evil.test', '/\\evil.test', '/login', '/login/recover'])('never leads to %s', async (next) => {
    signInAs('teacher');
    expect(await open(`/login?next=${encodeURIComponent(next)}`)).toBe('/dashboard');
  });
});
