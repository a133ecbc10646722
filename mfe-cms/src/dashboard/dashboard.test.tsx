// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';

afterEach(cleanup);

it('shows the latest changes with authors, and shortcuts with valid links', async () => {
  const { db } = fakeDb(({ path, method }) => {
    if (method === 'HEAD') return { body: null, total: path === 'cms_media' ? 12 : 7 };
    if (path === 'cms_pages')
      return {
        body: [
          {
            id: 'p1',
            title: 'Fees of the year',
            updated_at: '2026-11-21T09:00:00Z',
            editor: { first_name: 'Wanjiku', last_name: 'Kamau', email: 'w@masomo.test' },
          },
        ],
      };
    if (path === 'audit_entries')
      return {
        body: [
          {
            id: 5,
            at: '2026-11-21T10:00:00Z',
            actor: 'Otieno Okello',
            action: 'insert',
            entity: 'cms_media',
            before: null,
            after: { original_filename: 'gate.webp' },
          },
          {
            id: 4,
            at: '2026-11-21T08:00:00Z',
            actor: 'Otieno Okello',
            action: 'update',
            entity: 'plans',
            entity_id: 'silver',
            before: { price: 1 },
            after: { price: 2 },
          },
        ],
      };
    if (path === 'plans') return { body: [{ id: 'silver', name: 'Silver' }] };
    throw new Error(`The test expected no request for ${method} ${path}.`);
  });
  renderRoute(withToaster(<App />), { path: '/dashboard/cms', session: signedInAs('super_admin'), db });
  expect(await screen.findByText('12')).toBeInTheDocument();
  const changes = within(await screen.findByRole('region', { name: 'Latest changes' }));
  const [first, second, third] = await changes.findAllByRole('listitem');
  expect(first).toHaveTextContent(/File gate\.webp added.*Otieno Okello/);
  expect(second).toHaveTextContent(/Page Fees of the year changed.*Wanjiku Kamau/);
  expect(third).toHaveTextContent(/Plan Silver changed.*Otieno Okello/);
  expect(within(second as HTMLElement).getByRole('link')).toHaveAttribute('href', '/dashboard/cms/pages/p1/edit');
  const actions = within(screen.getByRole('region', { name: 'Quick actions' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(actions).toEqual([
    '/dashboard/cms/pages/new',
    '/dashboard/cms/pages/home',
    '/dashboard/cms/media',
    '/dashboard/cms/pricing',
    '/dashboard/cms/content?new=1',
    '/dashboard/cms/sections',
  ]);
});
