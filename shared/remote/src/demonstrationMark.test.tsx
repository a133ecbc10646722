// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { DemonstrationMark } from './DemonstrationMark.tsx';

afterEach(cleanup);

function open(role: Parameters<typeof signedInAs>[0], rows: { key: string }[]) {
  const { db, sent } = fakeDb(() => ({ body: rows }));
  renderRoute(<DemonstrationMark />, { path: '/dashboard', session: signedInAs(role), db });
  return sent;
}

it('leads a super admin to the removal of demonstration data while there is some', async () => {
  open('super_admin', [{ key: 'demonstration' }]);
  expect((await screen.findByRole('link', { name: 'Demonstration data' })).getAttribute('href')).toBe('/dashboard/settings');
});

it('does not show on an installation without it, and asks for nobody else', async () => {
  const sent = open('super_admin', []);
  await waitFor(() => expect(sent.map(({ query }) => query.get('key'))).toEqual(['eq.demonstration']));
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  expect(open('teacher', [{ key: 'demonstration' }])).toEqual([]);
});
