// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { useSession } from '@masomo/auth';
import { unwrapPage, useQuery } from '@masomo/data';
import { AppLink } from '@masomo/design-system';
import { fakeDb, renderRoute, signedInAs } from './index.ts';

afterEach(cleanup);

function Who() {
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
  it('renders as a visitor, or as the person of the session', () => {
    renderRoute(<Who />);
    expect(screen.getByText('nobody')).toBeTruthy();
    cleanup();
    renderRoute(<Who />, { session: signedInAs('teacher') });
    expect(screen.getByText('teacher@example.test is teacher')).toBeTruthy();
  });

  it('knows the address, before and after a link was followed', async () => {
    const { address } = renderRoute(<AppLink to="/faq?topic=prices">Questions</AppLink>, { path: '/pricing' });
    expect(address()).toBe('/pricing');
    await userEvent.click(screen.getByRole('link', { name: 'Questions' }));
    expect(address()).toBe('/faq?topic=prices');
  });

  it('answers queries from the fake and starts every render with an empty cache', async () => {
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
