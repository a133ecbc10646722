// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const row = { id: 'r', from_path: '/old-prices', to_path: '/pricing', updated_at: '2026-11-20T09:00:00Z' };
const refused = {
  status: 400,
  body: {
    code: 'P0001',
    message: 'This would lead back to where it began. Choose another target.',
    hint: 'redirect.loop',
    details: 'to_path',
  },
};

function open(save: { status?: number; body: unknown } = { body: { id: 'r' } }) {
  const database = fakeDb(({ path, method }) => {
    if (path === 'site_redirects' && method === 'GET') return { body: [row], total: 1 };
    if (path === 'site_redirects') return save;
    throw new Error(`The test expected no request for ${method} ${path}.`);
  });
  renderRoute(withToaster(<App />), { path: '/dashboard/cms/redirects', session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('redirects', () => {
  it('are listed and added', async () => {
    const { sent } = open();
    expect(await screen.findByText('/old-prices')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'New redirect' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add redirect' }));
    expect(await dialog.findByText('Enter the old address')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/Old address/), '/brochure');
    await user.type(dialog.getByLabelText(/Leads to/), '/features');
    await user.click(dialog.getByRole('button', { name: 'Add redirect' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ from_path: '/brochure', to_path: '/features' }),
    );
  });

  it('show at the field why one was refused, and keep the form', async () => {
    open(refused);
    await user.click(await screen.findByRole('button', { name: 'Edit /old-prices' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save redirect' }));
    expect(await dialog.findByText(/lead back to where it began/)).toBeInTheDocument();
    expect(dialog.getByLabelText(/Leads to/)).toHaveAccessibleDescription(/lead back/);
    expect(dialog.getByLabelText(/Leads to/)).toHaveValue('/pricing');
  });

  it('report a conflict with another editor', async () => {
    open({ body: [] });
    await user.click(await screen.findByRole('button', { name: 'Edit /old-prices' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save redirect' }));
    expect(await dialog.findByText(/Somebody else changed this redirect/)).toBeInTheDocument();
  });

  it('are deleted after confirmation', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete /old-prices' }));
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
