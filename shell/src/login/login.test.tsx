// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AuthFailure,
  confirmLink,
  requestPasswordRecovery,
  sessionStore,
  setPassword,
  signIn,
  signInWithRecoveryCode,
  signOut,
  verifySecondFactor,
  type SessionState,
} from '@masomo/auth';
import { Route, Routes, useLocation } from '@masomo/navigation';
import { fakeDb, renderRoute, respondWith } from '@masomo/testing';
import { ConfigContext } from '../ConfigContext.ts';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { testConfig } from '../testing/testConfig.ts';
import { ConfirmPage } from './ConfirmPage.tsx';
import { LoginPage } from './LoginPage.tsx';
import { NewPasswordPage } from './NewPasswordPage.tsx';
import { RecoverPage } from './RecoverPage.tsx';

vi.mock(import('@masomo/auth'), async (original) => ({
  ...(await original()),
  signIn: vi.fn(),
  verifySecondFactor: vi.fn(),
  signInWithRecoveryCode: vi.fn(),
  signOut: vi.fn(async () => undefined),
  requestPasswordRecovery: vi.fn(),
  setPassword: vi.fn(),
  confirmLink: vi.fn(),
}));

const signedIn: SessionState = {
  status: 'signed-in',
  user: { id: '1', email: 'amina@school.test', role: 'teacher', schoolId: 's', aal: 'aal1' },
};

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

function open(path: string, session?: SessionState, identity: object[] = [], invitation: string | null = null) {
  renderRoute(
    <ConfigContext value={testConfig}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/login/recover" element={<RecoverPage />} />
        <Route path="/login/confirm" element={<ConfirmPage />} />
        <Route path="/login/new-password" element={<NewPasswordPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </ConfigContext>,
    {
      path,
      db: fakeDb(respondWith({ 'rpc/current_identity': { body: identity }, 'rpc/invitation_state': { body: invitation } })).db,
      ...(session ? { session } : {}),
    },
  );
}

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
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
  open('/login?next=%2Fdashboard%2Fgrades');
  await screen.findByLabelText(/^Email/);
  act(() => sessionStore.set(signedIn));
  expect(await screen.findByText('at /dashboard/grades')).toBeTruthy();
});

describe('the sign-in page', () => {
  it('has its links', () => {
    open('/login');
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
    open('/login', { status: 'second-factor', user: null });
    await press('Sign in again');
    await screen.findByLabelText(/^Email/);
    expect(signOut).toHaveBeenCalledOnce();
  });

  it('shows and hides the password', async () => {
    open('/login');
    const field = screen.getByLabelText(/^Password/);
    expect(field.getAttribute('type')).toBe('password');
    await press('Show password');
    expect(field.getAttribute('type')).toBe('text');
    await press('Show password');
    expect(field.getAttribute('type')).toBe('password');
  });

  it('requires both before it sends a request', async () => {
    open('/login');
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
    open('/login');
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
    open(`/login?next=${encodeURIComponent(remembered)}`);
    await fillIn();
    await press('Sign in');
    await screen.findByText(`at ${expected}`);
  });

  it('shows why it was refused, keeps what was typed, and clears the message on the next attempt', async () => {
    vi.mocked(signIn).mockRejectedValueOnce(new AuthFailure('Invalid login credentials'));
    open('/login');
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
    open('/login');
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
    open('/login');
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
    open('/login', { status: 'signed-out', user: null, hasExpired: true });
    screen.getByText(/Your session has ended/);
  });
});

describe('a forgotten password', () => {
  it('sends a link and tells nothing about the account', async () => {
    vi.mocked(requestPasswordRecovery).mockResolvedValue();
    open('/login/recover');
    await type('Email', 'amina@school.test');
    await press('Send the link');
    await screen.findByText(/If this address has an account/);
  });

  it('the link leads to choosing a new one', async () => {
    vi.mocked(setPassword).mockResolvedValue();
    open('/login/new-password', signedIn);
    await type('New password', 'short');
    await press('Save and continue');
    await screen.findByText('Use at least 10 characters');
    await type('New password', ' but longer now');
    await press('Save and continue');
    await screen.findByText('at /dashboard');
    expect(setPassword).toHaveBeenCalledWith('short but longer now');
  });

  it('names the account, its school and its role to an invited person', async () => {
    open('/login/new-password', signedIn, [{ role: 'teacher', school_id: 's', school_name: 'Greenfield Academy', content_revision: 1 }]);
    expect(await screen.findByText('Account amina@school.test at Greenfield Academy, with the role Teacher.')).toBeTruthy();
  });

  it('a link that is no longer valid leads to a new one', () => {
    open('/login/new-password');
    screen.getByRole('form', { name: 'Request a new link' });
  });
});

describe('the link of an email', () => {
  const link = (kind: string) => `/login/confirm?token_hash=abc&type=${kind}`;

  it('is used up by a press only, and leads to choosing a password', async () => {
    vi.mocked(confirmLink).mockReset().mockResolvedValue(true);
    open(link('recovery'));
    screen.getByRole('heading', { name: 'Choose a new password' });
    expect(confirmLink).not.toHaveBeenCalled();
    await press('Continue');
    await screen.findByRole('heading', { name: 'This link no longer works' });
    expect(confirmLink).toHaveBeenCalledWith('abc', 'recovery');
  });

  it('names the account that is signed in here before another takes its place', async () => {
    vi.mocked(confirmLink).mockReset().mockResolvedValue(true);
    open(link('magiclink'), signedIn);
    screen.getByText(/You are signed in as amina@school.test/);
    await press('Continue');
    await screen.findByText('at /dashboard');
  });

  it('says that the other address has to confirm a change too', async () => {
    vi.mocked(confirmLink).mockReset().mockResolvedValue(false);
    open(link('email_change'));
    await press('Continue');
    await screen.findByText(/Open the email that we sent to your other address/);
  });

  it.each(['invite', 'recovery', 'signup', 'magiclink'])('of an %s that is over mails a new one from the same page', async (kind) => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('This link has expired.', 'otp_expired'));
    vi.mocked(requestPasswordRecovery).mockReset().mockResolvedValue(undefined);
    open(link(kind));
    await press('Continue');
    await screen.findByRole('heading', { name: 'This link no longer works' });
    await userEvent.type(screen.getByLabelText(/^Email/), 'head@kitale.test');
    await press('Send the link');
    await screen.findByText(/an email is on its way/);
    expect(requestPasswordRecovery).toHaveBeenCalledWith('head@kitale.test');
  });

  it('of an invitation that was revoked says so, and offers no other', async () => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('This link has expired.', 'otp_expired'));
    open(`${link('invite')}&invitation=i1`, undefined, [], 'revoked');
    await press('Continue');
    await screen.findByRole('heading', { name: 'This invitation was revoked' });
    expect(screen.queryByRole('form', { name: 'Request a new link' })).toBeNull();
  });

  it('of an invitation that is open still mails a new one', async () => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('This link has expired.', 'otp_expired'));
    open(`${link('invite')}&invitation=i1`, undefined, [], 'open');
    await press('Continue');
    await screen.findByRole('form', { name: 'Request a new link' });
  });

  it('of a change of the address that is over says so', async () => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('This link has expired.', 'otp_expired'));
    open(link('email_change'));
    await press('Continue');
    await screen.findByText('This link has expired.');
    expect(screen.queryByRole('form', { name: 'Request a new link' })).toBeNull();
  });

  it('keeps the page when the service cannot be reached', async () => {
    vi.mocked(confirmLink).mockReset().mockRejectedValue(new AuthFailure('The server cannot be reached.', 'unreachable'));
    open(link('invite'));
    await press('Continue');
    await screen.findByText('The server cannot be reached.');
    screen.getByRole('button', { name: 'Continue' });
  });

  it('that is cut off says so', () => {
    open('/login/confirm?type=recovery');
    screen.getByRole('heading', { name: 'Link not complete' });
  });
});
