import { type AuthError } from '@supabase/supabase-js';
import { refusalBody } from '@masomo/domain/refusals';
import { issueSentence } from '@masomo/domain/sentences';
import { z } from 'zod';
import { parseRole, roleLabels } from '@masomo/domain/roles';
import { databaseAs, database, DatabaseRefusal } from '../_shared/database.ts';
import { requireSetting } from '../_shared/environment.ts';
import { json, preflight, readText, refuse } from '../_shared/http.ts';
import { inLanguage } from '../_shared/texts/inLanguage.ts';
import { serve } from '../_shared/traces.ts';

// Invites a user: the database stores role and school, Auth creates the account and mails the link.
const invitation = z.object({
  email: z.email('Enter an email address like name@school.ac.ke'),
  role: z.string(),
  roleId: z.uuid().nullish(),
  schoolId: z.uuid().nullish(),
  firstName: z.string().trim().max(80, 'Use at most 80 characters').nullish(),
  lastName: z.string().trim().max(80, 'Use at most 80 characters').nullish(),
});
type Invitation = z.infer<typeof invitation>;

const maxBodyBytes = 8 * 1024;

/** Stores the invitation as the caller, so that the database checks the permission. Returns false for an existing member. */
async function saveInvitation(token: string, { email, role, roleId, schoolId, firstName, lastName }: Invitation): Promise<boolean> {
  const { error } = await databaseAs(token).rpc('invite_user', {
    email,
    role,
    school_id: schoolId ?? null,
    first_name: firstName ?? null,
    last_name: lastName ?? null,
    role_id: roleId ?? null,
  });
  if (!error) return true;
  if (error.hint === 'invitation.already_member') return false;
  throw new DatabaseRefusal(error);
}

const senderSchema = z.object({
  name: z.string(),
  school: z.string().nullable(),
  language: z.string(),
  role: z.string().nullish(),
  invitation: z.string().nullish(),
});

/** The sentence of the mail's template that says who invites, to which school and as what, in the language of who invites. */
async function invitationMailData(token: string, { email, role, schoolId }: Invitation): Promise<Record<string, string>> {
  const { data, error } = await databaseAs(token).rpc('invitation_mail', { email, school_id: schoolId ?? null });
  if (error) throw new DatabaseRefusal(error);
  const { name, school, language, role: ownRole, invitation: id } = senderSchema.parse(data);
  const invitation = inLanguage(language, (say) => {
    const label = ownRole ?? say(roleLabels[parseRole(role)]);
    if (name && school) return say('{inviter} invited you to {school} with the role {role}.', { inviter: name, school, role: label });
    if (name) return say('{inviter} invited you with the role {role}.', { inviter: name, role: label });
    if (school) return say('You are invited to {school} with the role {role}.', { school, role: label });
    return say('You are invited with the role {role}.', { role: label });
  });
  return { invitation, language, ...(id ? { invitation_id: id } : {}) };
}

function mailErrorResponse(error: AuthError): Response {
  console.error('An invitation could not be mailed:', error);
  if (error.code === 'email_exists')
    return refuse('invitation.already_member', 'This address already has an account. Change its role instead.', 409, { field: 'email' });
  return refuse(
    'invitation.not_mailed',
    'The invitation is saved, but its email could not be sent. Invite the person again in a few minutes.',
    502,
  );
}

async function invite(request: Request): Promise<Response> {
  const token = /^Bearer\s+(\S+\.\S+\.\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) return refuse('invitation.sign_in', 'Sign in to invite people.', 401);
  const text = await readText(request, maxBodyBytes);
  const parsed = invitation.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('form.invalid', issue ? issueSentence(issue) : 'Check the form and send it again.', 400, {
      field: issue?.path.join('.'),
    });
  }
  const isNew = await saveInvitation(token, parsed.data);
  const { email, firstName, lastName } = parsed.data;
  const mailData = await invitationMailData(token, parsed.data);
  // A person who has not accepted an earlier invitation gets the mail again; Auth refuses one who has.
  const { error } = await database().auth.admin.inviteUserByEmail(email, {
    redirectTo: `${requireSetting('SITE_URL')}/login/new-password`,
    data: { ...(firstName ? { first_name: firstName } : {}), ...(lastName ? { last_name: lastName } : {}), ...mailData },
  });
  return error ? mailErrorResponse(error) : json({ isNew, emailSent: true });
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

serve(async (request) => {
  if (request.method === 'OPTIONS') return preflight();
  if (request.method !== 'POST') return refuse('request.post', 'Call with POST.', 405, { headers: { allow: 'POST, OPTIONS' } });
  try {
    return await invite(request);
  } catch (error) {
    if (error instanceof DatabaseRefusal)
      return json(refusalBody(error.refusal), error.code === '42501' ? 403 : error.code === 'P0001' ? 400 : 401);
    console.error('An invitation failed:', error);
    return refuse('invitation.failed', 'The invitation could not be sent. Please try again.', 500);
  }
});
