import { translatable } from '@masomo/domain/translatable';
import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError } from '@masomo/data';
import type { AssignableRole } from '@masomo/domain/roles';
import { refusedAnswer } from '../refusedAnswer.ts';

/** An empty `schoolId` invites to no school; `roleId` is a role that the school has added, instead of the common one. */
export type Invitation = {
  email: string;
  firstName: string;
  lastName: string;
  role: AssignableRole;
  roleId?: string;
  schoolId: string;
};

/**
 * Stores an invitation and emails the link to set a password; resolves to the email address. Repeating it sends the email again.
 * Throws `invalid` with the function's reason, or `unavailable` without one: then it is not known whether it was sent.
 */
export async function sendInvitation(client: Pick<SupabaseClient, 'functions'>, invitation: Invitation): Promise<string> {
  const { error, response } = await client.functions.invoke('invite-user', {
    body: { ...invitation, schoolId: invitation.schoolId || null },
  });
  if (!error) return invitation.email;
  const refusal = refusedAnswer(await response?.json().catch(() => null));
  throw new DataError(
    refusal ? 'invalid' : 'unavailable',
    refusal?.said ?? translatable('The invitation could not be sent. Try again in a minute.'),
    { code: refusal?.code, field: refusal?.field },
  );
}
