import { sessionKey } from '@masomo/domain/sessionKey';
import { applySession, expectSignOut } from './applySession.ts';
import { getClient } from './client.ts';

/** A service that is slow keeps nobody signed in here; its answer changes nothing for this browser. */
const answerTimeoutMs = 1_000;

async function endAtService(): Promise<string | undefined> {
  // Without a connection the client may not even load.
  const client = await getClient().catch(() => null);
  if (!client) return 'The client could not be loaded.';
  return (await client.auth.signOut({ scope: 'local' })).error?.message;
}

/**
 * Ends the session: user, role, school and all data loaded with it are removed from this browser, whatever the service
 * responds (401, 403 or 404 for a session it no longer knows).
 */
export async function signOut(): Promise<void> {
  expectSignOut();
  const late = new Promise<string>((resolve) => setTimeout(resolve, answerTimeoutMs, 'It has not answered yet.'));
  const problem = await Promise.race([endAtService(), late]);
  if (problem) console.warn('The service did not confirm the sign-out.', problem);
  // The other tabs leave as soon as it is gone.
  try {
    localStorage.removeItem(sessionKey);
  } catch {
    // Storage is blocked, so nothing of it was kept.
  }
  await applySession('SIGNED_OUT', null);
}
