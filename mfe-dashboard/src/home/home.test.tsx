// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { canOpen, screens } from '@masomo/domain/screens';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../App.tsx';
import { actionsOf, welcomeOf } from './homeWords.ts';

configure({ asyncUtilTimeout: 8_000 });
afterEach(cleanup);

const stats = ['students', 'staff', 'attendance', 'fees_outstanding'].map((key, index) => ({ key, value: 1200 + index, unit: key === 'fees_outstanding' ? 'KES' : 'count' }));
function open(role: Role) {
  const { db } = fakeDb(({ path }) => {
    if (path === 'rpc/dashboard_summary') return { body: { role, school: { id: 'h1', name: 'Greenfield Academy' }, stats, activities: [{ at: '2026-11-20T08:00:00Z', kind: 'payment', title: 'Amani Otieno paid KES 5,000', text: 'RCT-7', link: '/dashboard/finances/s1' }] } };
    if (path === 'users') return { body: { id: 'u1', email: 'a@b.test', first_name: 'Faith', last_name: 'Achieng', phone: null, role, school_id: 'h1' } };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard', session: signedInAs(role, { schoolId: 'h1' }), db });
}

describe('the home of the dashboard', () => {
  it('welcomes, shows four figures, what happened, and what an administrator does most', async () => {
    open('admin');
    expect(await screen.findByRole('link', { name: 'Amani Otieno paid KES 5,000' })).toHaveAttribute('href', '/dashboard/finances/s1');
    expect(screen.getByText(new RegExp(`${welcomeOf.admin}.*Greenfield Academy`))).toBeInTheDocument();
    expect(screen.getByText('School ID h1')).toBeInTheDocument();
    expect(screen.getByText('Fees outstanding')).toBeInTheDocument();
    expect(screen.getByText('KES 1,203')).toBeInTheDocument();
    const actions = within(screen.getByRole('region', { name: 'Quick actions' }));
    expect(actions.getByRole('link', { name: 'Add a student' })).toHaveAttribute('href', '/dashboard/students?new');
    expect(within(actions.getByRole('navigation', { name: 'All screens' })).getByRole('link', { name: 'Attendance' })).toHaveAttribute('href', '/dashboard/attendance');
  });

  it.each(Object.entries(actionsOf))('leads %s only to screens that are theirs', (role, actions) => {
    for (const { to } of actions) {
      const path = to.split('?')[0];
      const reached = screens.find((each) => each.path === path);
      expect(path === '/store' || (reached !== undefined && canOpen(reached, role as Role)), to).toBe(true);
    }
  });
});
