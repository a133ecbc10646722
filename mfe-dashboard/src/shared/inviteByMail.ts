import { z } from 'zod';
import { getClient } from '@masomo/auth';
import { DataError } from '@masomo/data';
import type { Role } from '@masomo/domain/roles';

export type Invitation = { email: string; firstName: string; lastName: string; role: Exclude<Role, 'super_admin'>; schoolId: string };

const answerSchema = z.object({ error: z.string() });

export async function inviteByMail(invitation: Invitation): Promise<string> {
  const { error, response } = await (
    await getClient()
  ).functions.invoke('invite-user', { body: { ...invitation, schoolId: invitation.schoolId || null } });
  if (!error) return invitation.email;
  const said = answerSchema.safeParse(await response?.json().catch(() => null));
  throw new DataError(response ? 'invalid' : 'unavailable', said.data?.error ?? 'The invitation could not be sent. Try again in a minute.');
}
