// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterAll, expect, it, vi } from 'vitest';
import { sessionStore, settledSession, startAuth, useIdentity } from '@masomo/auth';
import { UIProvider } from '@masomo/design-system';
import { createMemoryRouter } from '@masomo/navigation/testing';
import { AccountHeader } from '@masomo/remote/AccountHeader';
import { testConfig } from '../testing/testConfig.ts';
import { revalidateContent } from './revalidateContent.ts';

const encode = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');
const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const session = {
  access_token: `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode({ sub: 'u1', aal: 'aal1', amr: [], exp: inAnHour })}.c2ln`,
  refresh_token: 'r1',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: inAnHour,
  user: {
    id: 'u1',
    email: 'amina@school.test',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-01-01T00:00:00Z',
    factors: [],
  },
};
const identity = {
  first_name: 'Amina',
  last_name: 'Otieno',
  phone: null,
  role: 'teacher',
  school_id: 's1',
  school_name: 'Greenfield Academy',
  content_revision: 7,
};

afterAll(() => vi.unstubAllGlobals());

/** As the remotes' screens do: home and profile show the same person. */
function Home() {
  const { data } = useIdentity();
  return <h1>Welcome back, {data?.firstName}</h1>;
}

it('a signed-in page asks once who is here and whether the session runs, and for nothing else of that', async () => {
  const requestedPaths: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    requestedPaths.push(pathname);
    return Response.json(pathname.endsWith('current_identity') ? [identity] : session.user);
  });
  localStorage.setItem('masomo-session', JSON.stringify(session));
  sessionStore.set({ status: 'loading', user: null });
  startAuth({ ...testConfig, supabaseUrl: 'http://backend.test' });
  revalidateContent(createMemoryRouter([{ path: '*', element: null }], { initialEntries: ['/dashboard'] }), undefined);
  await settledSession();
  render(
    <UIProvider>
      <AccountHeader />
      <Home />
    </UIProvider>,
  );
  expect(await screen.findByText('Welcome back, Amina')).toBeDefined();
  expect(screen.getByText('Amina Otieno')).toBeDefined();
  expect(screen.getByText(/Greenfield Academy/)).toBeDefined();
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
  expect(requestedPaths).toEqual(['/rest/v1/rpc/current_identity']);
});
