// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { roles, type Role } from '@masomo/domain/roles';
import { screensOf } from '@masomo/contracts/menus';
import { provideScreens } from '@masomo/navigation';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';
import { manifest } from '../../manifest.ts';
import { quickActions, statLink, statLabels, welcomeTexts } from './homeLabels.ts';

const store = { path: '/dashboard/store', label: 'Store', icon: 'store' };
const registry = { remotes: { [manifest.name]: { version: '1.0.0', base: '/', entry: '', initial: [], integrity: {}, manifest } } };
const openScreens = (role: string) => [...screensOf(registry, { role }), store];
// What the shell does from the live registry.
provideScreens((person) => [...screensOf(registry, person), store]);

afterEach(cleanup);

const stats = ['students', 'staff', 'attendance', 'fees_outstanding'].map((key, index) => ({
  key,
  value: key === 'attendance' ? null : 1200 + index,
  unit: key === 'fees_outstanding' ? 'KES' : key === 'attendance' ? 'percent' : 'count',
}));
const identity = (role: Role) => ({
  first_name: 'Faith',
  last_name: 'Achieng',
  phone: null,
  role,
  school_id: 'h1',
  school_name: 'Greenfield Academy',
  content_revision: 7,
});
function open(role: Role) {
  const { db } = fakeDb(({ path }) => {
    if (path === 'rpc/dashboard_summary')
      return {
        body: {
          role,
          school: { id: 'h1', name: 'Greenfield Academy' },
          stats,
          activities: [
            {
              at: '2026-11-20T08:00:00Z',
              kind: 'payment',
              title: 'Amani Otieno paid KES 5,000',
              text: 'RCT-7',
              link: '/dashboard/finances/s1',
            },
          ],
        },
      };
    if (path === 'rpc/current_identity') return { body: [identity(role)] };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard', session: signedInAs(role, { schoolId: 'h1' }), db });
}

describe('the home of the dashboard', () => {
  it('shows a welcome, four figures, recent activities and quick actions', async () => {
    open('admin');
    expect(await screen.findByRole('link', { name: 'Amani Otieno paid KES 5,000' })).toHaveAttribute('href', '/dashboard/finances/s1');
    expect(screen.getByText(new RegExp(`${welcomeTexts.admin}.*Greenfield Academy`))).toBeInTheDocument();
    expect(screen.getByText('School ID h1')).toBeInTheDocument();
    expect(screen.getByText('Fees outstanding')).toBeInTheDocument();
    expect(screen.getByText('KES 1,203')).toBeInTheDocument();
    // A school without registers has no share of attendance.
    expect(screen.getByText('–')).toBeInTheDocument();
    expect(screen.getByText('Last 7 days')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View balances' })).toHaveAttribute('href', '/dashboard/finances');
    const actions = within(screen.getByRole('region', { name: 'Quick actions' }));
    expect(actions.getByRole('link', { name: 'Add a student' })).toHaveAttribute('href', '/dashboard/students?new');
    expect(screen.queryByText('All screens')).toBeNull();
  });

  it('lead a new school through its first steps, and say nothing once they are done', async () => {
    const show = (setup: object | null) => {
      const database = fakeDb(({ path }) =>
        path === 'rpc/dashboard_summary'
          ? { body: { role: 'admin', school: null, stats: [], activities: [], setup } }
          : path === 'rpc/current_identity'
            ? { body: [identity('admin')] }
            : { body: [] },
      );
      renderRoute(<App />, { path: '/dashboard', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
      return database;
    };
    const setup = {
      details: false,
      terms: true,
      classes: true,
      subjects: false,
      staff: false,
      students: false,
      fees: false,
      guardians: false,
      register: false,
    };
    const { sent } = show(setup);
    const list = within(await screen.findByRole('region', { name: 'First steps' }));
    expect(list.getByText('2 of 9 done')).toBeInTheDocument();
    expect(list.getAllByRole('listitem').map((step) => /Done|To do/.exec(step.textContent)?.[0])).toEqual(
      Object.values(setup).map((isDone) => (isDone ? 'Done' : 'To do')),
    );
    expect(list.getByRole('link', { name: 'Begin' })).toHaveAttribute('href', '/dashboard/school');
    for (const link of list.getAllByRole('link')) {
      const to = link.getAttribute('href');
      expect(
        openScreens('admin').some(({ path }) => to === path || to?.startsWith(`${path}/`)),
        String(to),
      ).toBe(true);
    }
    await userEvent.click(list.getByRole('button', { name: 'Put this list away' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Put away' }));
    await waitFor(() => expect(sent.filter(({ path }) => path === 'rpc/dismiss_first_steps')).toHaveLength(1));
    cleanup();
    show(null);
    await screen.findByRole('region', { name: 'Quick actions' });
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('tells an administrator that the plan has no campus left, and nothing before that or in a plan of one', async () => {
    const show = (campuses: number, limit = 2) =>
      renderRoute(<App />, {
        path: '/dashboard',
        session: signedInAs('admin', { schoolId: 'h1' }),
        db: fakeDb(({ path }) =>
          path === 'rpc/dashboard_summary'
            ? { body: { school: null, stats: [], activities: [], campus_room: { plan: 'Silver', max_campuses: limit, campuses } } }
            : path === 'rpc/current_identity'
              ? { body: [identity('admin')] }
              : { body: [] },
        ).db,
      });
    show(2);
    const notice = within((await screen.findByText('2 of 2 campuses in the plan Silver')).closest<HTMLElement>('[role=status]')!);
    expect(notice.getByText(/Upgrade it before you add another campus/)).toBeInTheDocument();
    expect(notice.getByRole('link', { name: 'See plan and licences' })).toHaveAttribute('href', '/dashboard/school/plan');
    for (const [campuses, limit] of [
      [1, 2],
      [1, 1],
    ] as const) {
      cleanup();
      show(campuses, limit);
      await screen.findByRole('region', { name: 'Quick actions' });
      expect(screen.queryByText(/in the plan Silver/)).toBeNull();
    }
  });

  it('link figures only to screens the role may open', () => {
    const of = (key: string) => ({ key, value: 1, unit: 'count' as const });
    for (const role of roles)
      for (const key of Object.keys(statLabels)) {
        const to = statLink(of(key), { role })?.to;
        const reached = openScreens(role).filter(({ path }) => path !== '/dashboard' && (to === path || to?.startsWith(`${path}/`)));
        expect(to === undefined || reached.length > 0, `${role} ${key}`).toBe(true);
      }
    expect(statLink(of('fees_outstanding'), { role: 'parent' })).toBeUndefined();
    expect(statLink(of('to_mark'), { role: 'teacher' })?.to).toBe('/dashboard/assignments');
  });

  it.each(Object.entries(quickActions))('link %s only to screens of that role', (role, actions) => {
    for (const { to } of actions) {
      const path = to.split('?')[0];
      expect(path === '/store' || openScreens(role).some((screen) => screen.path === path), to).toBe(true);
    }
  });
});
