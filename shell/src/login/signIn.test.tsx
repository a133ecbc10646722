// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthFailure, sessionStore, signIn, signInWithRecoveryCode, signOut, verifySecondFactor, type SessionState } from '@masomo/auth';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { openLogin, press, signedIn, type } from './__tests__/openLogin.tsx';

vi.mock(import('@masomo/auth'), async (original) => ({
  ...(await original()),
  signIn: vi.fn(),
  verifySecondFactor: vi.fn(),
  signInWithRecoveryCode: vi.fn(),
  signOut: vi.fn(async () => undefined),
}));

async function fillIn() {
  await type('Email', 'amina@school.test');
  await type('Password', 'a long password');
}

beforeEach(() => {
  registryStore.set(productRegistry(Math.random()));
  vi.mocked(signIn).mockReset();
});
afterEach(cleanup);

it('follows a sign-in in another tab', async () => {
  openLogin('/login?next=%2Fdashboard%2Fgrades');
  await screen.findByLabelText(/^Email/);
  act(() => sessionStore.set(signedIn));
  expect(await screen.findByText('at /dashboard/grades')).toBeTruthy();
});

describe('the sign-in page', () => {
  it('has its links', () => {
    openLogin('/login');
    const links = Object.fromEntries(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]));
    expect(links).toMatchObject({
      'Contact us for access': '/contact',
      'Back to home': '/',
      Features: '/features',
      Demo: '/demo',
      Pricing: '/pricing',
      Contact: '/contact',
    });
    expect(screen.queryByRole('banner')).toBeNull();
  });

  it('lets somebody whose session is over begin again', async () => {
    openLogin('/login', { status: 'second-factor', user: null });
    await press('Sign in again');
    await screen.findByLabelText(/^Email/);
    expect(signOut).toHaveBeenCalledOnce();
  });

  it('shows and hides the password', async () => {
    openLogin('/login');
    const field = screen.getByLabelText(/^Password/);
    expect(field.getAttribute('type')).toBe('password');
    await press('Show password');
    expect(field.getAttribute('type')).toBe('text');
    await press('Show password');
    expect(field.getAttribute('type')).toBe('password');
  });

  it('requires both before it sends a request', async () => {
    openLogin('/login');
    await press('Sign in');
    await screen.findByText('Enter your email');
    screen.getByText('Enter your password');
    expect(signIn).not.toHaveBeenCalled();
  });

  it('says Signing in... while it is busy, then goes to the dashboard', async () => {
    let answer: (state: SessionState) => void = () => undefined;
    vi.mocked(signIn).mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    openLogin('/login');
    await fillIn();
    await press('Sign in');
    await screen.findByRole('button', { name: 'Signing in...' });
    answer(signedIn);
    await screen.findByText('at /dashboard');
    expect(signIn).toHaveBeenCalledWith('amina@school.test', 'a long password');
  });

  it.each([
    ['/dashboard/grades?term=2', '/dashboard/grades?term=2'],
    ['/dashboard/schools', '/dashboard'],
    ['https://evil.test/', '/dashboard'],
  ])('remembered %s leads a teacher to %s', async (remembered, expected) => {
    vi.mocked(signIn).mockResolvedValue(signedIn);
    openLogin(`/login?next=${encodeURIComponent(remembered)}`);
    await fillIn();
    await press('Sign in');
    await screen.findByText(`at ${expected}`);
  });

  it('shows why it was refused, keeps what was typed, and clears the message on the next attempt', async () => {
    vi.mocked(signIn).mockRejectedValueOnce(new AuthFailure('Invalid login credentials'));
    openLogin('/login');
    await fillIn();
    await press('Sign in');
    await screen.findByText('Invalid login credentials');
    expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'amina@school.test');
    vi.mocked(signIn).mockReturnValue(new Promise(() => undefined));
    await press('Sign in');
    await waitFor(() => expect(screen.queryByText('Invalid login credentials')).toBeNull());
  });

  it('asks for the second factor and signs in with the right code', async () => {
    vi.mocked(signIn).mockResolvedValue({ status: 'second-factor', user: null });
    vi.mocked(verifySecondFactor).mockRejectedValueOnce(new AuthFailure('This code is not correct')).mockResolvedValueOnce(signedIn);
    openLogin('/login');
    await fillIn();
    await press('Sign in');
    await screen.findByRole('heading', { name: 'Two-step sign-in' });
    await type('Code', '123 456');
    await press('Continue');
    await screen.findByText('This code is not correct');
    expect(vi.mocked(verifySecondFactor).mock.lastCall?.[0]).toBe('123456');
    await press('Continue');
    await screen.findByText('at /dashboard');
  });

  it('signs in with a recovery code when the phone is lost', async () => {
    vi.mocked(signIn).mockResolvedValue({ status: 'second-factor', user: null });
    vi.mocked(signInWithRecoveryCode)
      .mockRejectedValueOnce(new AuthFailure('That is not one of your recovery codes, or it was used before.'))
      .mockResolvedValueOnce(signedIn);
    openLogin('/login');
    await fillIn();
    await press('Sign in');
    await screen.findByRole('heading', { name: 'Two-step sign-in' });
    await press('Use a recovery code instead');
    await type('Recovery code', 'ABCD-2345-WXYZ');
    await press('Continue');
    await screen.findByText(/not one of your recovery codes/);
    await press('Continue');
    await screen.findByText('at /dashboard');
  });

  it('says when the session ended by itself', () => {
    openLogin('/login', { status: 'signed-out', user: null, hasExpired: true });
    screen.getByText(/Your session has ended/);
  });
});
