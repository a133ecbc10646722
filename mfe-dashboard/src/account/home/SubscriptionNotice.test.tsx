// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

afterEach(cleanup);

function open(role: Role, subscription: object) {
  const refused = { status: 400, body: { code: 'P0001', message: 'Not faked in this test.' } };
  const { db } = fakeDb(({ path }) =>
    path === 'rpc/dashboard_summary'
      ? { body: { role, school: { id: 'h1', name: 'Greenfield' }, subscription, stats: [], activities: [] } }
      : refused,
  );
  renderRoute(<App />, { path: '/dashboard', session: signedInAs(role, { schoolId: 'h1' }), db });
}
const subscription = { state: 'active', ends_on: '2027-05-05', days_left: 14, grace_until: '2027-06-04' };
const link = { name: 'See plan and prices' };

it.each([
  ['active', 14, 'Your subscription has 14 days left'],
  ['active', 1, 'Your subscription has 1 day left'],
  ['trial', 7, 'Your trial has 7 days left'],
])('an administrator is told before the end: %s, %i days', async (state, daysLeft, title) => {
  open('admin', { ...subscription, state, days_left: daysLeft });
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.getByRole('link', link)).toHaveAttribute('href', '/dashboard/school/plan');
});

it('nobody is told earlier, and teachers not before the end', async () => {
  open('admin', { ...subscription, days_left: 15 });
  expect(await screen.findByText('No activity yet')).toBeInTheDocument();
  expect(screen.queryByRole('link', link)).toBeNull();
  cleanup();
  open('teacher', { ...subscription, days_left: 2 });
  expect(await screen.findByText('No activity yet')).toBeInTheDocument();
  expect(screen.queryByText(/days left/)).toBeNull();
});

it.each([
  ['grace', 'admin', 'The grace period runs until 4 Jun 2027.', 'Renew now'],
  ['ended', 'teacher', 'Its subscription ended on 5 May 2027.', 'An administrator can renew it.'],
] as const)('after the end everybody is told what it means: %s as %s', async (state, role, text, next) => {
  open(role, { ...subscription, state, days_left: -3 });
  const title = await screen.findByText('Your school can read everything but change nothing');
  const notice = title.closest('[role="status"]');
  expect(notice).toHaveTextContent(text);
  expect(notice).toHaveTextContent(next);
});
