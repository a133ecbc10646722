// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { useSession } from '@masomo/auth';
import { unwrapPage, useQuery } from '@masomo/data';
import { AppLink } from '@masomo/design-system';
import { fakeDb, renderRoute, signedInAs } from './index.ts';

afterEach(cleanup);

function CurrentUser() {
  const { user } = useSession();
  return <p>{user ? `${user.email} is ${user.role}` : 'nobody'}</p>;
}

function Pages() {
  const { data, error } = useQuery(['pages'], async (db) =>
    unwrapPage(await db.from('cms_pages').select('title', { count: 'exact' }).eq('slug', 'about')),
  );
  if (error) return <p>{error.message}</p>;
  return data ? (
    <p>
      {data.rows.map((row) => row.title).join()} of {data.total}
    </p>
  ) : (
    <p>Loading</p>
  );
}

describe('renderRoute', () => {
  it('renders for a visitor, or for the user of the session', () => {
    renderRoute(<CurrentUser />);
    expect(screen.getByText('nobody')).toBeTruthy();
    cleanup();
    renderRoute(<CurrentUser />, { session: signedInAs('teacher') });
    expect(screen.getByText('teacher@example.test is teacher')).toBeTruthy();
  });

  it('returns the current address, before and after a navigation', async () => {
    const { address } = renderRoute(<AppLink to="/faq?topic=prices">Questions</AppLink>, { path: '/pricing' });
    expect(address()).toBe('/pricing');
    await userEvent.click(screen.getByRole('link', { name: 'Questions' }));
    expect(address()).toBe('/faq?topic=prices');
  });

  it('sends queries to the fake and starts every render with an empty cache', async () => {
    const first = fakeDb(() => ({ body: [{ title: 'About' }], total: 7 }));
    renderRoute(<Pages />, { db: first.db });
    expect(await screen.findByText('About of 7')).toBeTruthy();
    expect(first.sent.map(({ method, path, query }) => [method, path, query.get('slug')])).toEqual([['GET', 'cms_pages', 'eq.about']]);
    cleanup();
    const second = fakeDb(() => ({ status: 403, body: { code: '42501', message: 'permission denied' } }));
    renderRoute(<Pages />, { db: second.db });
    expect(await screen.findByText('You do not have permission to do this.')).toBeTruthy();
  });
});
