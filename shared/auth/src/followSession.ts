import type { AuthChangeEvent, Session, SupabaseClient } from '@supabase/supabase-js';
import { mutate } from '@masomo/data';
import type { Database } from '@masomo/data/database.types';
import { resolveRole } from './resolveRole.ts';
import { sessionStore } from './sessionStore.ts';

/** Brings the session store in step with what the Auth client said. */
export async function followSession(client: SupabaseClient<Database>, event: AuthChangeEvent, session: Session | null): Promise<void> {
  const before = sessionStore.get();
  if (!session) {
    sessionStore.set({ status: 'signed-out', user: null });
    if (before.status === 'signed-in') await forgetCachedData();
    return;
  }
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel(session.access_token);
  // Somebody with a second factor is not in before using it; the sign-in form asks for it.
  if (level?.nextLevel === 'aal2' && level.currentLevel === 'aal1') {
    sessionStore.set({ status: 'signed-out', user: null });
    return;
  }
  const aal = level?.currentLevel === 'aal2' ? 'aal2' : 'aal1';
  if (before.status === 'signed-in' && before.user.id === session.user.id && event === 'TOKEN_REFRESHED') {
    if (before.user.aal !== aal) sessionStore.set({ status: 'signed-in', user: { ...before.user, aal } });
    return;
  }
  const { role, schoolId } = await resolveRole(client, session.user.id);
  if (before.status === 'signed-in' && before.user.id !== session.user.id) await forgetCachedData();
  sessionStore.set({ status: 'signed-in', user: { id: session.user.id, email: session.user.email ?? '', role, schoolId, aal } });
}

/** What one person read must never be shown to the next. */
async function forgetCachedData(): Promise<void> {
  await mutate(() => true, undefined, { revalidate: true });
}
