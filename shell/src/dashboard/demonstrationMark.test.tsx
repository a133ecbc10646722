// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { DemonstrationMark } from './DemonstrationMark.tsx';

afterEach(cleanup);

function open(rows: { key: string }[]) {
  const { db, sent } = fakeDb(() => ({ body: rows }));
  renderRoute(<DemonstrationMark />, { path: '/dashboard', session: signedInAs('super_admin'), db });
  return sent;
}

it('leads to the removal of demonstration data while there is some', async () => {
  open([{ key: 'demonstration' }]);
  expect((await screen.findByRole('link', { name: 'Demonstration data' })).getAttribute('href')).toBe('/dashboard/settings');
});

it('does not show on an installation without it', async () => {
  const sent = open([]);
  await waitFor(() => expect(sent.map(({ query }) => query.get('key'))).toEqual(['eq.demonstration']));
  expect(screen.queryByRole('link')).toBeNull();
});
