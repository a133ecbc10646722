// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestPasswordRecovery, setPassword } from '@masomo/auth';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { openLogin, press, signedIn, type } from './__tests__/openLogin.tsx';

vi.mock(import('@masomo/auth'), async (original) => ({
  ...(await original()),
  requestPasswordRecovery: vi.fn(),
  setPassword: vi.fn(),
}));

beforeEach(() => {
  registryStore.set(productRegistry(Math.random()));
});
afterEach(cleanup);

describe('a forgotten password', () => {
  it('sends a link and tells nothing about the account', async () => {
    vi.mocked(requestPasswordRecovery).mockResolvedValue();
    openLogin('/login/recover');
    await type('Email', 'amina@school.test');
    await press('Send the link');
    await screen.findByText(/If this address has an account/);
  });

  it('the link leads to choosing a new one', async () => {
    vi.mocked(setPassword).mockResolvedValue();
    openLogin('/login/new-password', signedIn);
    await type('New password', 'short');
    await press('Save and continue');
    await screen.findByText('Use at least 10 characters');
    await type('New password', ' but longer now');
    await press('Save and continue');
    await screen.findByText('at /dashboard');
    expect(setPassword).toHaveBeenCalledWith('short but longer now');
  });

  it('names the account, its school and its role to an invited person', async () => {
    openLogin('/login/new-password', signedIn, [
      { role: 'teacher', school_id: 's', school_name: 'Greenfield Academy', content_revision: 1 },
    ]);
    expect(await screen.findByText('Account amina@school.test at Greenfield Academy, with the role Teacher.')).toBeTruthy();
  });

  it('a link that is no longer valid leads to a new one', () => {
    openLogin('/login/new-password');
    screen.getByRole('form', { name: 'Request a new link' });
  });
});
