import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSupabaseConfig } from '../../backend/supabaseConfig.ts';
import { createAuthTestBed, origin, type AuthTestBed } from '../authTestBed.ts';
import { authSettings } from '../settings.ts';

let bed: AuthTestBed;
beforeAll(async () => {
  bed = await createAuthTestBed({ settings: authSettings(await readSupabaseConfig()) });
});
afterAll(() => bed.close());

const hashIn = (link: URL) => link.searchParams.get('token_hash') ?? '';

test('an invitation: account, mail, acceptance with a password', async () => {
  const { data, error } = await (
    await bed.adminClient()
  ).auth.admin.inviteUserByEmail('new.teacher@school.test', { data: { first_name: 'Achieng' }, redirectTo: `${origin}/login/accept` });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: 'new.teacher@school.test',
    invited_at: expect.any(String),
    user_metadata: { first_name: 'Achieng' },
  });
  expect(bed.mailTo('new.teacher@school.test').subject).toBe('You have been invited');
  const supabase = bed.client();
  const verified = await supabase.auth.verifyOtp({
    type: 'invite',
    token_hash: hashIn(bed.mailTo('new.teacher@school.test').link),
  });
  expect(verified.data.user?.email_confirmed_at).toEqual(expect.any(String));
  expect((await supabase.auth.updateUser({ password: 'chalk and duster' })).error).toBeNull();
  expect((await bed.client().auth.signInWithPassword({ email: 'new.teacher@school.test', password: 'chalk and duster' })).error).toBeNull();
  expect((await (await bed.adminClient()).auth.admin.inviteUserByEmail('new.teacher@school.test')).error?.code).toBe('email_exists');
});

test('an invitation says who invites, how long its link works and what to do then; a new link opens the same account', async () => {
  const email = 'late.teacher@school.test';
  const invitation = 'Achieng Otieno invited you to Baraka Academy with the role Teacher.';
  const { data } = await (await bed.adminClient()).auth.admin.inviteUserByEmail(email, { data: { invitation } });
  const mail = bed.mailTo(email);
  expect(mail.text).toContain(invitation);
  expect(mail.text).toContain('The link works once, within one hour. If you open it later, you can request a new one there.');
  bed.advance(3_601_000);
  expect((await bed.client().auth.verifyOtp({ type: 'invite', token_hash: hashIn(mail.link) })).error?.code).toBe('otp_expired');
  expect((await bed.client().auth.resetPasswordForEmail(email)).error).toBeNull();
  const opened = await bed.client().auth.verifyOtp({ type: 'recovery', token_hash: hashIn(bed.mailTo(email).link) });
  expect(opened.data.user).toMatchObject({ id: data.user?.id, email_confirmed_at: expect.any(String) });
});

test('only the service role can invite', async () => {
  const person = await bed.person();
  const supabase = await bed.signedIn(person);
  const token = (await supabase.auth.getSession()).data.session?.access_token ?? '';
  const response = await bed.service(
    new Request(`${origin}/auth/v1/invite`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' },
      body: '{"email":"friend@school.test"}',
    }),
  );
  expect([response.status, (await response.json()).code]).toEqual([403, 'not_admin']);
  const none = await bed.service(new Request(`${origin}/auth/v1/admin/users`));
  expect(none.status).toBe(401);
});
