// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthFailure, confirmLink, requestPasswordRecovery } from '@masomo/auth';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { openLogin, press, signedIn } from './__tests__/openLogin.tsx';

vi.mock(import('@masomo/auth'), async (original) => ({
  ...(await original()),
  requestPasswordRecovery: vi.fn(),
  confirmLink: vi.fn(),
}));

beforeEach(() => {
  registryStore.set(productRegistry(Math.random()));
});
afterEach(cleanup);

describe('the link of an email', () => {
  const link = (kind: string) => `/login/confirm?token_hash=abc&type=${kind}`;

  it('is used up by a press only, and leads to choosing a password', async () => {
    vi.mocked(confirmLink).mockReset().mockResolvedValue(true);
    openLogin(link('recovery'));
    screen.getByRole('heading', { name: 'Choose a new password' });
    expect(confirmLink).not.toHaveBeenCalled();
    await press('Continue');
    await screen.findByRole('heading', { name: 'This link no longer works' });
    expect(confirmLink).toHaveBeenCalledWith('abc', 'recovery');
  });

  it('names the account that is signed in here before another takes its place', async () => {
    vi.mocked(confirmLink).mockReset().mockResolvedValue(true);
    openLogin(link('magiclink'), signedIn);
    screen.getByText(/You are signed in as amina@school.test/);
    await press('Continue');
    await screen.findByText('at /dashboard');
  });

  it('says that the other address has to confirm a change too', async () => {
    vi.mocked(confirmLink).mockReset().mockResolvedValue(false);
    openLogin(link('email_change'));
    await press('Continue');
    await screen.findByText(/Open the email that we sent to your other address/);
  });

  it.each(['invite', 'recovery', 'signup', 'magiclink'])('of an %s that is over mails a new one from the same page', async (kind) => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('This link has expired.', 'otp_expired'));
    vi.mocked(requestPasswordRecovery).mockReset().mockResolvedValue(undefined);
    openLogin(link(kind));
    await press('Continue');
    await screen.findByRole('heading', { name: 'This link no longer works' });
    await userEvent.type(screen.getByLabelText(/^Email/), 'head@kitale.test');
    await press('Send the link');
    await screen.findByText(/an email is on its way/);
    expect(requestPasswordRecovery).toHaveBeenCalledWith('head@kitale.test');
  });

  it('of an invitation that was revoked says so, and offers no other', async () => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('This link has expired.', 'otp_expired'));
    openLogin(`${link('invite')}&invitation=i1`, undefined, [], 'revoked');
    await press('Continue');
    await screen.findByRole('heading', { name: 'This invitation was revoked' });
    expect(screen.queryByRole('form', { name: 'Request a new link' })).toBeNull();
  });

  it('of an invitation that is open still mails a new one', async () => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('This link has expired.', 'otp_expired'));
    openLogin(`${link('invite')}&invitation=i1`, undefined, [], 'open');
    await press('Continue');
    await screen.findByRole('form', { name: 'Request a new link' });
  });

  it('of a change of the address that is over says so', async () => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('This link has expired.', 'otp_expired'));
    openLogin(link('email_change'));
    await press('Continue');
    await screen.findByText('This link has expired.');
    expect(screen.queryByRole('form', { name: 'Request a new link' })).toBeNull();
  });

  it('keeps the page when the service cannot be reached', async () => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('The server cannot be reached.', 'unreachable'));
    openLogin(link('invite'));
    await press('Continue');
    await screen.findByText('The server cannot be reached.');
    screen.getByRole('button', { name: 'Continue' });
  });

  it('that is cut off says so', () => {
    openLogin('/login/confirm?type=recovery');
    screen.getByRole('heading', { name: 'Link not complete' });
  });
});
