// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../../App.tsx';

vi.mock('@masomo/auth', async (original) => ({
  ...(await original<object>()),
  getClient: async () => ({ auth: { getSession: async () => ({ data: { session: { access_token: 'own' } } }) } }),
}));
const user = userEvent.setup();
const fetchPaper = vi.fn<typeof fetch>();
beforeEach(() => {
  fetchPaper.mockImplementation(async () => new Response('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  vi.stubGlobal('fetch', fetchPaper);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  fetchPaper.mockReset();
});

const school = {
  ...{ name: 'Greenfield', motto: null, email: null, phone: null, address: '', time_zone: 'Africa/Nairobi' },
  ...{ payment_instructions: null, look: null },
};
function open(responses: Record<string, FakeResponse> = {}) {
  const database = fakeDb(
    respondWith({ 'rpc/school_look': { body: school }, 'rpc/save_school_look': { status: 204, body: null }, ...responses }),
  );
  renderRoute(<App />, { path: '/dashboard/school/papers', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}
const shownLooks = () => fetchPaper.mock.calls.map(([, request]) => JSON.parse(String(request?.body)).look);

describe('the look of papers', () => {
  it('is saved, and shown on a paper once a field is left', async () => {
    const { sent } = open();
    const form = within(await screen.findByRole('form', { name: 'Papers' }));
    expect(await screen.findByRole('img', { name: 'A sample receipt with these settings' })).toBeVisible();
    await user.type(form.getByLabelText('Foot'), 'Registered 1234');
    expect(shownLooks()).toEqual([expect.objectContaining({ foot: '' })]);
    await user.tab();
    await waitFor(() => expect(shownLooks()).toContainEqual(expect.objectContaining({ foot: 'Registered 1234', accent: '#0b5d4b' })));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/save_school_look')?.body).toEqual({
        ...{ accent: '#0b5d4b', head: '', foot: 'Registered 1234', thanks: '', signer_name: '', signer_title: '' },
      }),
    );
  });

  it('names what is wrong with a field before it is sent', async () => {
    const { sent } = open();
    const form = within(await screen.findByRole('form', { name: 'Papers' }));
    await user.clear(form.getByRole('textbox', { name: /^Colour/ }));
    await user.type(form.getByRole('textbox', { name: /^Colour/ }), 'green');
    await user.type(form.getByLabelText('Head'), 'a{enter}b{enter}c{enter}d{enter}e{enter}f');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Enter the colour as six digits, such as #0b5d4b.')).toBeVisible();
    expect(form.getByText('Use at most 5 lines')).toBeVisible();
    expect(sent.some(({ path }) => path === 'rpc/save_school_look')).toBe(false);
  });

  it('says at the colour that the database finds it too pale', async () => {
    const message = 'This colour is too pale to be read on white paper. Choose a darker one.';
    open({
      'rpc/save_school_look': { status: 400, body: { code: 'P0001', message, hint: 'look.pale_color', details: 'accent' } },
    });
    const form = within(await screen.findByRole('form', { name: 'Papers' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(message)).toBeVisible();
    expect(form.getByRole('textbox', { name: /^Colour/ })).toHaveAttribute('aria-invalid', 'true');
  });

  it('is read again after an error, and so is the preview', async () => {
    fetchPaper.mockImplementationOnce(async () => Response.json(null, { status: 503 }));
    open();
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    await user.click(await preview.findByRole('button', { name: /try again|retry/i }));
    expect(await preview.findByRole('img')).toBeVisible();
  });
});
