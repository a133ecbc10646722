import { getClient } from './client.ts';
import { sessionStore, settledSession } from './sessionStore.ts';

const checkIntervalMs = 60_000;

/** Finds out that this session was ended from elsewhere: when the page starts, when it is looked at again, and every minute it is. */
export function watchSession(): void {
  void settledSession().then(checkSession);
  document.addEventListener('visibilitychange', () => void checkSession());
  setInterval(() => void checkSession(), checkIntervalMs);
}

async function checkSession(): Promise<void> {
  if (document.visibilityState !== 'visible' || sessionStore.get().status !== 'signed-in') return;
  const client = await getClient();
  const { error } = await client.auth.getUser();
  // Ended from elsewhere: forgotten here as well, which every tab follows.
  if (error?.name === 'AuthSessionMissingError' || error?.code === 'session_not_found') await client.auth.signOut({ scope: 'local' });
}
