// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse, type SentRequest } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const announcement = {
  id: 'n1',
  title: 'Visiting day',
  body: 'Parents are welcome on Saturday.',
  author_name: 'Joseph Mwangi',
  author_id: 'somebody-else',
  class_id: null,
  audience: ['parent'],
  published_at: '2026-11-20T08:00:00Z',
  classes: null,
};

function open(list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [announcement], total: 1 }), role: Role = 'staff') {
  const respond = ({ method }: SentRequest) => (method === 'GET' ? list() : { body: { id: 'n1' } });
  const database = fakeDb(respondWith({ announcements: respond, classes: { body: [{ id: 'c1', name: 'Form 1 East' }] } }));
  renderRoute(<App />, { path: '/dashboard/announcements', session: signedInAs(role, { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the announcements', () => {
  it('show their pending, error and empty states', () => expectListStates(open, { table: 'Announcements', empty: 'No announcements yet' }));

  it('show whom they are for; only their author and administrators may change them', async () => {
    open();
    expect(await screen.findByRole('row', { name: /Visiting day.*Whole school.*Parent.*Joseph Mwangi/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Edit Visiting day' })).toBeNull();
    cleanup();
    open(undefined, 'admin');
    expect(await screen.findByRole('button', { name: 'Edit Visiting day' })).toBeEnabled();
  });

  it('are published to the chosen readers of a class', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'New announcement' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New announcement' }));
    await user.type(dialog.getByLabelText(/^Title/), 'Sports day');
    await user.type(dialog.getByLabelText(/^Announcement/), 'Bring water.');
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'For' }), 'Form 1 East');
    for (const reader of dialog.getAllByRole('checkbox')) expect(reader).not.toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    expect(await dialog.findByText('Choose at least one')).toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Parent' }));
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        school_id: 'h1',
        title: 'Sports day',
        body: 'Bring water.',
        class_id: 'c1',
        audience: ['parent'],
      }),
    );
  });
});
