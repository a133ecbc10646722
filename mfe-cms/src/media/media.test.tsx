// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const file = {
  id: 'f',
  original_filename: 'open-day.png',
  file_path: 'media/f.png',
  file_size: 2048,
  mime_type: 'image/png',
  alt_text: 'Students',
  is_active: true,
  created_at: '2026-11-20T09:00:00Z',
  width: 2000,
  height: 1000,
  focal_x: 50,
  focal_y: 50,
  sizes: [{ width: 480, path: 'media/f-480.webp' }],
};

function open(uses: unknown[], change: { status?: number; body: unknown } = { body: { id: 'f' } }) {
  const database = fakeDb(({ path, method, query }) => {
    if (path === 'cms_media' && method === 'GET')
      return query.get('is_active') === 'eq.false' ? { body: [{ ...file, is_active: false }], total: 1 } : { body: [file], total: 1 };
    if (path === 'cms_media') return change;
    if (path === 'rpc/media_uses') return { body: uses };
    throw new Error(`The test expected no request for ${method} ${path}.`);
  });
  renderRoute(withToaster(<App />), { path: '/dashboard/cms/media', session: signedInAs('super_admin'), db: database.db });
  return database;
}
const changes = ({ sent }: ReturnType<typeof open>) => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

it('lists the pages that use a file before it is deleted', async () => {
  const database = open([{ page_id: 'p', title: 'Our school', slug: 'our-school', is_public: true }]);
  await user.click(await screen.findByRole('button', { name: 'Delete open-day.png' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByRole('link', { name: 'Our school' })).toHaveAttribute('href', '/dashboard/cms/pages/p/edit');
  expect(question.getByText(/published/)).toBeInTheDocument();
  expect(changes(database)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(changes(database)).toEqual([{ is_active: false }]));
});

it('says that no page uses a file, and keeps the dialog open with the reason when deleting fails', async () => {
  open([], {
    status: 403,
    body: {
      code: '42501',
      message: 'Only a publisher may change what visitors see. Save a draft and ask a publisher.',
      hint: 'cms.publisher_only',
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete open-day.png' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText('No page uses this file.')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/Only a publisher may change what visitors see/)).toBeInTheDocument();
});

it('saves alt text and focal point', async () => {
  const database = open([]);
  await user.click(await screen.findByRole('button', { name: 'Details of open-day.png' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/also stored 480 px wide/)).toBeInTheDocument();
  const left = dialog.getByLabelText('From the left, %');
  await user.clear(left);
  await user.type(left, '20');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes(database)).toEqual([{ alt_text: 'Students', focal_x: 20, focal_y: 50 }]));
});
