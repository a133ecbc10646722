import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSupabaseConfig } from '../../backend/supabaseConfig.ts';
import { createAuthTestBed, origin, password, type AuthTestBed } from '../authTestBed.ts';
import { authSettings } from '../settings.ts';

let bed: AuthTestBed;
beforeAll(async () => {
  bed = await createAuthTestBed({ settings: authSettings(await readSupabaseConfig()) });
});
afterAll(() => bed.close());

const fragmentOf = (response: Response) => new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1));

test('resetting a password: mail, link, session, new password', async () => {
  const { email } = await bed.person();
  const { error } = await bed.client().auth.resetPasswordForEmail(email, { redirectTo: `${origin}/login/new-password` });
  expect(error).toBeNull();
  const mail = bed.mailTo(email);
  expect(mail.subject).toBe('Choose a new password');
  expect(mail.html).toContain(`type=recovery`);

  const response = await bed.follow(mail.link);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(`${origin}/login/new-password#`);
  const landing = fragmentOf(response);
  expect(landing.get('type')).toBe('recovery');
  const supabase = bed.client();
  await supabase.auth.setSession({ access_token: landing.get('access_token') ?? '', refresh_token: landing.get('refresh_token') ?? '' });
  expect((await supabase.auth.updateUser({ password: 'my brand new password' })).error).toBeNull();
  expect((await bed.client().auth.signInWithPassword({ email, password: 'my brand new password' })).error).toBeNull();

  const again = await bed.follow(mail.link);
  expect(fragmentOf(again).get('error_code')).toBe('otp_expired');
});

test('a recovery token works once and expires after an hour', async () => {
  const { email } = await bed.person();
  const requestToken = async () => {
    await bed.client().auth.resetPasswordForEmail(email);
    return bed.mailTo(email).link.searchParams.get('token') ?? '';
  };
  const verify = (token_hash: string) => bed.client().auth.verifyOtp({ type: 'recovery', token_hash });
  const hash = await requestToken();
  expect((await verify(hash)).data.session?.user.email).toBe(email);
  expect((await verify(hash)).error).toMatchObject({ status: 403, code: 'otp_expired' });

  expect((await bed.client().auth.resetPasswordForEmail(email)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  bed.advance(61_000);
  const old = await requestToken();
  bed.advance(61_000);
  const newer = await requestToken();
  expect((await verify(old)).error?.code).toBe('otp_expired');
  bed.advance(3601_000);
  expect((await verify(newer)).error?.code).toBe('otp_expired');
});

test('an unknown address gets the same response as a known one, but no mail', async () => {
  const before = bed.mails.length;
  expect((await bed.client().auth.resetPasswordForEmail('nobody@school.test')).error).toBeNull();
  expect(bed.mails).toHaveLength(before);
});

test('a mail scanner that probes the link does not consume it', async () => {
  const { email } = await bed.person();
  await bed.client().auth.resetPasswordForEmail(email);
  const { link } = bed.mailTo(email);
  await bed.service(new Request(link, { method: 'HEAD' }));
  expect(fragmentOf(await bed.follow(link)).get('access_token')).not.toBeNull();
});

test('a link redirects only to the product', async () => {
  const { email } = await bed.person();
  await bed.client().auth.resetPasswordForEmail(email, { redirectTo: 'https://thief.example/catch' });
  const response = await bed.follow(bed.mailTo(email).link);
  expect(response.headers.get('location')).toMatch(new RegExp(`^${origin}/#`));
});

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
    token_hash: bed.mailTo('new.teacher@school.test').link.searchParams.get('token') ?? '',
  });
  expect(verified.data.user?.email_confirmed_at).toEqual(expect.any(String));
  expect((await supabase.auth.updateUser({ password: 'chalk and duster' })).error).toBeNull();
  expect((await bed.client().auth.signInWithPassword({ email: 'new.teacher@school.test', password: 'chalk and duster' })).error).toBeNull();
  expect((await (await bed.adminClient()).auth.admin.inviteUserByEmail('new.teacher@school.test')).error?.code).toBe('email_exists');
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

test('with a PKCE challenge the link gives a code that only the requesting browser can use', async () => {
  const { email } = await bed.person();
  const verifier = 'v'.repeat(64);
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString('base64url');
  await bed.service(
    new Request(`${origin}/auth/v1/recover`, {
      method: 'POST',
      body: JSON.stringify({ email, code_challenge: challenge, code_challenge_method: 's256' }),
    }),
  );
  const response = await bed.follow(bed.mailTo(email).link);
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const exchange = async (code_verifier: string) => {
    const exchanged = await bed.service(
      new Request(`${origin}/auth/v1/token?grant_type=pkce`, { method: 'POST', body: JSON.stringify({ auth_code: code, code_verifier }) }),
    );
    return { status: exchanged.status, ...(await exchanged.json()) };
  };
  expect(await exchange('w'.repeat(64))).toMatchObject({ status: 400, error_code: 'bad_code_verifier' });
  const exchanged = await exchange(verifier);
  expect(decodeJwt(exchanged.access_token)).toMatchObject({ email, amr: [{ method: 'otp' }] });
  expect(await exchange(verifier)).toMatchObject({ status: 404, error_code: 'flow_state_not_found' });
});

test('an email change takes effect once both addresses have confirmed', async () => {
  const person = await bed.person();
  const supabase = await bed.signedIn(person);
  const { data } = await supabase.auth.updateUser({ email: 'married.name@school.test' });
  expect(data.user).toMatchObject({ email: person.email, new_email: 'married.name@school.test' });
  const first = await bed.follow(bed.mailTo('married.name@school.test').link);
  expect(fragmentOf(first).get('message')).toContain('other email');
  const second = await bed.follow(bed.mailTo(person.email).link);
  expect(fragmentOf(second).get('access_token')).not.toBeNull();
  expect((await bed.client().auth.signInWithPassword({ email: 'married.name@school.test', password })).error).toBeNull();
});

test('a password change in an old session needs the mailed code', async () => {
  const person = await bed.person();
  const supabase = await bed.signedIn(person);
  bed.advance(25 * 3_600_000);
  await supabase.auth.refreshSession();
  expect((await supabase.auth.updateUser({ password: 'something else entirely' })).error?.code).toBe('reauthentication_needed');
  expect((await supabase.auth.reauthenticate()).error).toBeNull();
  const { code } = bed.mailTo(person.email);
  expect((await supabase.auth.updateUser({ password: 'something else entirely', nonce: '000000' })).error?.code).toBe(
    'reauthentication_not_valid',
  );
  expect((await supabase.auth.updateUser({ password: 'something else entirely', nonce: code })).error).toBeNull();
});
