import { sessionKey } from '@masomo/domain/sessionKey';
import { applySession, expectSignOut } from './applySession.ts';
import { getClient } from './client.ts';

/**
 * Ends the session: user, role, school and all data loaded with it are removed from this browser, whatever the service
 * responds (401, 403 or 404 for a session it no longer knows).
 */
export async function signOut(): Promise<void> {
  expectSignOut();
  // Without a connection the client may not even load.
  const client = await getClient().catch(() => null);
  const { error } = (await client?.auth.signOut({ scope: 'local' })) ?? { error: { message: 'The client could not be loaded.' } };
  if (error) {
    console.warn('The service did not confirm the sign-out.', error.message);
    localStorage.removeItem(sessionKey);
  }
  await applySession('SIGNED_OUT', null);
}
