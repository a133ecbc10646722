// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signOut } from '@masomo/auth';
import { AccountHeader } from '@masomo/remote/AccountHeader';
import { createOutbox } from '../offline/createOutbox.ts';
import { countUnsent, discardUnsent } from '../offline/sealedStore.ts';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';

vi.mock(import('@masomo/auth'), async (original) => ({ ...(await original()), signOut: vi.fn(async () => undefined) }));

afterEach(() => {
  cleanup();
  vi.mocked(signOut).mockClear();
});

const person = {
  first_name: 'Josephine',
  last_name: 'Wanjiru-Ochieng',
  phone: null,
  role: 'admin',
  school_id: 's1',
  school_name: 'Greenfield Academy',
};

function open(row: object | null, role: Parameters<typeof signedInAs>[0] = 'admin', more: Parameters<typeof signedInAs>[1] = {}) {
  const { db, sent } = fakeDb(({ path }) => ({ body: path === 'rpc/current_identity' && row ? [row] : [] }));
  const route = renderRoute(<AccountHeader>Search</AccountHeader>, {
    path: '/dashboard',
    session: signedInAs(role, more),
    db,
    isStyled: true,
  });
  return { ...route, sent };
}

it('shows initials, and in its menu the whole name, the role and the school', async () => {
  const { address } = open(person);
  const button = await screen.findByRole('button', { name: 'Account: Josephine Wanjiru-Ochieng, Administrator · Greenfield Academy' });
  expect(within(button).getByText('JW')).toBeDefined();
  await userEvent.click(button);
  const menu = within(await screen.findByRole('dialog', { name: 'Account' }));
  expect(menu.getByText('Josephine Wanjiru-Ochieng')).toBeDefined();
  expect(menu.getByText('Administrator · Greenfield Academy')).toBeDefined();
  await userEvent.click(menu.getByRole('link', { name: 'Profile' }));
  expect(address()).toBe('/dashboard/profile');
});

it('leads out', async () => {
  open(person);
  await userEvent.click(await screen.findByRole('button', { name: /^Account: Josephine/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});

it('leads out where the device does not say what waits on it', async () => {
  vi.spyOn(IDBIndex.prototype, 'count').mockReturnValue(new Promise(() => undefined) as never);
  open(person);
  await userEvent.click(await screen.findByRole('button', { name: /^Account: Josephine/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  vi.mocked(IDBIndex.prototype.count).mockRestore();
});

describe('signing out while something waits on this device', () => {
  const owner = signedInAs('admin').user?.id ?? '';
  async function askToSignOut() {
    open(person);
    const loans = createOutbox<{ owner: string; book: string }>({
      name: crypto.randomUUID(),
      keyPath: ['book'],
      isWaiting: () => true,
      send: async () => undefined,
    });
    await loans.add([
      { owner, book: 'Kigogo' },
      { owner, book: 'Blossoms' },
    ]);
    await userEvent.click(await screen.findByRole('button', { name: /^Account: Josephine/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    return within(await screen.findByRole('alertdialog', { name: '2 entries are not sent yet' }));
  }
  afterEach(() => discardUnsent(owner));

  it('asks with nothing lying over the question, and stays', async () => {
    const question = await askToSignOut();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Account' })).toBeNull());
    await userEvent.click(question.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(signOut).not.toHaveBeenCalled();
  });

  it('keeps it for the next time', async () => {
    const question = await askToSignOut();
    await userEvent.click(question.getByRole('button', { name: 'Keep and sign out' }));
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
    expect(await countUnsent(owner)).toBe(2);
  });

  it('discards it', async () => {
    const question = await askToSignOut();
    await userEvent.click(question.getByRole('button', { name: 'Discard and sign out' }));
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
    expect(await countUnsent(owner)).toBe(0);
  });
});

it('names a person without a profile by the email address, and asks nothing else of somebody who has to set up a second step', async () => {
  const { sent } = open(null, 'super_admin', { hasToEnrol: true, email: 'head@masomo.test' });
  const button = await screen.findByRole('button', { name: 'Account: head@masomo.test, Super Admin' });
  expect(within(button).getByText('H')).toBeDefined();
  expect(sent.map(({ path }) => path)).toEqual(['rpc/current_identity']);
});
