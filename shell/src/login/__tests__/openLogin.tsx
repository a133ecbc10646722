import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SessionState } from '@masomo/auth';
import { Route, Routes, useLocation } from '@masomo/navigation';
import { fakeDb, renderRoute, respondWith } from '@masomo/testing';
import { ConfigContext } from '../../ConfigContext.ts';
import { testConfig } from '../../testing/testConfig.ts';
import { ConfirmPage } from '../ConfirmPage.tsx';
import { LoginPage } from '../LoginPage.tsx';
import { NewPasswordPage } from '../NewPasswordPage.tsx';
import { RecoverPage } from '../RecoverPage.tsx';

export const signedIn: SessionState = {
  status: 'signed-in',
  user: { id: '1', email: 'amina@school.test', role: 'teacher', schoolId: 's', aal: 'aal1' },
};

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

/** Opens one of the pages below /login; every other shows its address. */
export function openLogin(path: string, session?: SessionState, identity: object[] = [], invitation: string | null = null) {
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

export const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
