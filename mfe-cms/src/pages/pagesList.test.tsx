// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeDb, renderRoute, signedInAs, type FakeResponse, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';

const user = userEvent.setup();
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const fees = {
  id: 'p',
  title: 'Fees',
  slug: 'fees',
  is_published: false,
  is_system: false,
  has_changes: false,
  version: 3,
  updated_at: '2026-11-20T09:00:00Z',
  translations: {},
  needs_translation: ['sw'],
  translation_of: null,
  editor: null,
  publish_at: null,
  unpublish_at: null,
};
const broken: FakeResponse = { status: 403, body: { code: '42501', message: 'permission denied for table cms_pages' } };

function open(path: string, answers: Record<string, FakeResponse>) {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const database = fakeDb(
    ({ path: asked, method, query }) =>
      answers[`${method} ${asked}`] ?? (query.get('select')?.startsWith('updated_by') ? { body: [] } : { body: [fees], total: 1 }),
  );
  renderRoute(withToaster(<App />), { path, session: signedInAs('super_admin'), db: database.db });
  return { ...database, logged };
}

it('logs and shows that the pages cannot be read', async () => {
  const { logged } = open('/dashboard/cms/pages', { 'GET cms_pages': broken });
  expect(await screen.findByText('You do not have permission to do this.')).toBeInTheDocument();
  expect(logged).toHaveBeenCalledWith('The pages could not be read', expect.any(Error));
});

it('logs and shows that a page cannot be deleted', async () => {
  const { logged } = open('/dashboard/cms/pages', { 'DELETE cms_pages': broken });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this page?' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  expect(await screen.findByText('The page was not deleted')).toBeInTheDocument();
  expect(logged).toHaveBeenCalledWith('A page could not be changed', expect.any(Error));
});

it('a taken slug is reported, and is no conflict', async () => {
  open('/dashboard/cms/pages/new', {
    'POST cms_pages': { status: 409, body: { code: '23505', message: 'duplicate key value', details: null, hint: null } },
  });
  await user.type(await screen.findByLabelText(/^Title/), 'Fees');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Another page has this slug already. Choose another one.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Discard mine/ })).toBeNull();
});

it('the home page address redirects to its editor', async () => {
  const logged = vi.spyOn(console, 'error');
  const record = {
    ...fees,
    id: 'first',
    title: 'Home',
    slug: 'home',
    is_system: true,
    meta_description: null,
    body: [],
    published_version: 3,
  };
  const { db } = fakeDb(({ path, query }) => {
    if (path === 'cms_page_versions') return { body: [], total: 0 };
    return { body: query.has('id') ? record : [record] };
  });
  const { address } = renderRoute(withToaster(<App />), { path: '/dashboard/cms/pages/home', session: signedInAs('super_admin'), db });
  await waitFor(() => expect(address()).toBe('/dashboard/cms/pages/first/edit'));
  expect(await screen.findByDisplayValue('Home')).toBeInTheDocument();
  expect(logged).not.toHaveBeenCalled();
});
