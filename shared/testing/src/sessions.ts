import type { SessionState, SessionUser } from '@masomo/auth';
import type { Role } from '@masomo/domain/roles';

/** A session of a user with this role, for `renderRoute`. */
export function signedInAs(role: Role, details: Partial<SessionUser> = {}): SessionState {
  const user: SessionUser = {
    id: '00000000-0000-4000-8000-000000000001',
    email: `${role.replace('_', '-')}@example.test`,
    role,
    schoolId: null,
    aal: 'aal1',
    ...details,
  };
  return { status: 'signed-in', user };
}

export const signedOut: SessionState = { status: 'signed-out', user: null };
