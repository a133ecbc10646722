import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSupabaseConfig } from '../../backend/supabaseConfig.ts';
import { createAuthTestBed, origin, password, type AuthTestBed } from '../authTestBed.ts';
import { authSettings } from '../settings.ts';

let bed: AuthTestBed;
beforeAll(async () => {
  bed = await createAuthTestBed({ settings: authSettings(await readSupabaseConfig()) });
});
afterAll(() => bed.close());

const hashIn = (link: URL) => link.searchParams.get('token_hash') ?? '';

test('resetting a password: mail, page that asks first, session, new password', async () => {
  const { email } = await bed.person();
  const { error } = await bed.client().auth.resetPasswordForEmail(email);
  expect(error).toBeNull();
  const mail = bed.mailTo(email);
  expect(mail.subject).toBe('Choose a new password');
  expect(mail.link.href).toMatch(new RegExp(`^${origin}/login/confirm\\?token_hash=[0-9a-f]{56}&type=recovery$`));

  const supabase = bed.client();
  expect((await supabase.auth.verifyOtp({ type: 'recovery', token_hash: hashIn(mail.link) })).error).toBeNull();
  expect((await supabase.auth.updateUser({ password: 'my brand new password' })).error).toBeNull();
  expect((await bed.client().auth.signInWithPassword({ email, password: 'my brand new password' })).error).toBeNull();
  const again = await bed.client().auth.verifyOtp({ type: 'recovery', token_hash: hashIn(mail.link) });
  expect(again.error?.code).toBe('otp_expired');
});

test('following a link of another product version uses nothing up, tells no token and leads only to the page that asks', async () => {
  const { email } = await bed.person();
  await bed.client().auth.resetPasswordForEmail(email);
  const hash = hashIn(bed.mailTo(email).link);
  const former = `${origin}/auth/v1/verify?token=${hash}&type=recovery&redirect_to=${encodeURIComponent('https://thief.example/catch')}`;
  const response = await bed.follow(new URL(former));
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/login/confirm?token_hash=${hash}&type=recovery`]);
  expect((await bed.client().auth.verifyOtp({ type: 'recovery', token_hash: hash })).error).toBeNull();
});

test('a mail is in the language of the account', async () => {
  const { email } = await bed.person();
  await bed.admin.query(`update auth.users set raw_user_meta_data = '{"language": "sw"}' where email = $1`, [email]);
  await bed.client().auth.resetPasswordForEmail(email);
  const mail = bed.mailTo(email);
  expect(mail.subject).toBe('Chagua nenosiri jipya');
  expect(mail.html).toContain('<html lang="sw">');
  expect(mail.html).not.toContain('Choose a new password');
});

test('a recovery token works once and expires after an hour', async () => {
  const { email } = await bed.person();
  const requestToken = async () => {
    await bed.client().auth.resetPasswordForEmail(email);
    return hashIn(bed.mailTo(email).link);
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
  const { email } = await bed.person();
  const before = bed.mails.length;
  const answers = async (address: string) => {
    const { auth } = bed.client();
    const results = [
      await auth.resetPasswordForEmail(address),
      await auth.signInWithOtp({ email: address, options: { shouldCreateUser: false } }),
    ];
    return [...results.map(({ error }) => error), (await auth.resetPasswordForEmail(address)).error?.code];
  };
  expect(await answers('nobody@school.test')).toEqual([null, null, 'over_email_send_rate_limit']);
  expect(bed.mails).toHaveLength(before);
  expect(await answers(email)).toEqual([null, null, 'over_email_send_rate_limit']);
  expect(bed.mails).toHaveLength(before + 2);
});

test('a known address takes as long as an unknown one, also with a mail server that is slow or down', { timeout: 60_000 }, async () => {
  const slow = await createAuthTestBed({
    mailer: { send: () => sleep(80).then(() => Promise.reject(new Error('down'))) },
    onError: () => {},
  });
  const { email } = await slow.person();
  const ask = async (path: string, address: string) => {
    slow.advance(61_000);
    const began = performance.now();
    const response = await slow.service(
      new Request(`${origin}/auth/v1/${path}`, { method: 'POST', body: JSON.stringify({ email: address }) }),
    );
    const ms = performance.now() - began;
    await slow.settled();
    return { status: response.status, ms };
  };
  for (const path of ['recover', 'otp']) {
    const known = [];
    const unknown = [];
    for (let n = 0; n < 15; n += 1) {
      known.push(await ask(path, email));
      unknown.push(await ask(path, 'nobody@school.test'));
    }
    expect(new Set([...known, ...unknown].map(({ status }) => status))).toEqual(new Set([200]));
    const median = (responses: { ms: number }[]) => responses.map(({ ms }) => ms).sort((a, b) => a - b)[7]!;
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(40);
  }
  await slow.close();
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
  await bed.settled();
  const { link } = bed.mailTo(email);
  const hash = link.searchParams.get('token_hash') ?? link.searchParams.get('token') ?? '';
  const response = await bed.follow(new URL(`${origin}/auth/v1/verify?token=${hash}&type=recovery&redirect_to=${origin}`));
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
  const confirm = (address: string) => bed.client().auth.verifyOtp({ type: 'email_change', token_hash: hashIn(bed.mailTo(address).link) });
  const first = await confirm('married.name@school.test');
  expect([first.error, first.data.session]).toEqual([null, null]);
  expect((await confirm(person.email)).data.session).not.toBeNull();
  expect((await bed.client().auth.signInWithPassword({ email: 'married.name@school.test', password })).error).toBeNull();
});

test('an email change that the database refuses is answered in its words and mails nobody', async () => {
  await bed.admin.query(`
    create function public.refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = 'P0001', message = 'Send it again after midnight.', hint = 'mail.budget';
    end
    $$;
    create trigger refuse_change before update on auth.users for each row when (new.email_change <> '') execute function public.refuse_change()`);
  const supabase = await bed.signedIn(await bed.person());
  const { error } = await supabase.auth.updateUser({ email: 'stranger@far.test' });
  await bed.admin.query('drop trigger refuse_change on auth.users');
  expect(error).toMatchObject({ status: 422, code: 'mail.budget', message: 'Send it again after midnight.' });
  expect(bed.mails.filter(({ to }) => to === 'stranger@far.test')).toEqual([]);
});

test('email changes from one network are limited like other requests that mail', async () => {
  const supabase = await bed.signedIn(await bed.person());
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 62; n += 1) codes.push((await supabase.auth.updateUser({ email: `stranger-${n}@far.test` })).error?.code);
  expect(codes.at(-1)).toBe('over_request_rate_limit');
  bed.advance(10 * 60_000);
});

test('a password change needs a recent sign-in, the old password or a mailed code', async () => {
  const person = await bed.person();
  const supabase = await bed.signedIn(person);
  const change = async (attributes: { password?: string; email?: string; current_password?: string; nonce?: string }) =>
    (await supabase.auth.updateUser(attributes)).error?.code ?? 'changed';
  expect(await change({ password: 'something else entirely' })).toBe('changed');
  bed.advance(16 * 60_000);
  await supabase.auth.refreshSession();
  expect(await change({ password: 'and then another one' })).toBe('reauthentication_needed');
  expect(await change({ email: 'thief@elsewhere.test' })).toBe('reauthentication_needed');
  expect(await change({ password: 'and then another one', current_password: 'not the password' })).toBe('current_password_mismatch');
  expect(await change({ password: 'and then another one', current_password: 'something else entirely' })).toBe('changed');
  expect((await supabase.auth.reauthenticate()).error).toBeNull();
  const { code } = bed.mailTo(person.email);
  expect(await change({ password: 'the third one of them', nonce: code === '00000000' ? '11111111' : '00000000' })).toBe(
    'reauthentication_not_valid',
  );
  expect(await change({ password: 'the third one of them', nonce: code })).toBe('changed');
});

test('a session ends after three days without a visit, and after two weeks in any case', async () => {
  const idle = await bed.signedIn(await bed.person());
  bed.advance(73 * 3_600_000);
  expect((await idle.auth.refreshSession()).error?.code).toBe('session_expired');

  const busy = await bed.signedIn(await bed.person());
  for (let days = 2; days <= 14; days += 2) {
    expect((await busy.auth.refreshSession()).error).toBeNull();
    bed.advance(48 * 3_600_000);
  }
  bed.advance(1000);
  expect((await busy.auth.refreshSession()).error?.code).toBe('session_expired');
});

test('passwords that are common, follow a pattern or are the person’s own words are refused', async () => {
  const { email } = await bed.person();
  const supabase = await bed.signedIn({ email });
  for (const weak of ['password12', '1234567890', 'qwertyuiop', 'iloveyou123', 'abcdefghij', email.replace('.test', '1')])
    expect((await supabase.auth.updateUser({ password: weak })).error, weak).toMatchObject({ code: 'weak_password', reasons: ['pwned'] });
});

/** The two secrets of a mail: the code to type and the hash of the link. */
async function secretsOf(email: string): Promise<{ code: string; hash: string }> {
  const { data } = await (await bed.adminClient()).auth.admin.generateLink({ type: 'recovery', email });
  return { code: data.properties?.email_otp ?? '', hash: data.properties?.hashed_token ?? '' };
}

test('five wrong guesses void a mailed code, while the link of the same mail still works', async () => {
  const { email } = await bed.person();
  const { code, hash } = await secretsOf(email);
  expect(code).toMatch(/^\d{8}$/);
  const guess = (token: string) => bed.client().auth.verifyOtp({ type: 'recovery', email, token });
  for (let n = 0; n < 5; n += 1) expect((await guess(code === '00000000' ? '11111111' : '00000000')).error?.code).toBe('otp_expired');
  expect((await guess(code)).error?.code).toBe('otp_expired');
  const verified = await bed.client().auth.verifyOtp({ type: 'recovery', token_hash: hash });
  expect(verified.data.session?.user.email).toBe(email);
});

test('the link of a mail cannot be worked out from its code', async () => {
  const { email } = await bed.person();
  const { code } = await secretsOf(email);
  const hash = createHash('sha224').update(`${email}${code}`).digest('hex');
  expect((await bed.client().auth.verifyOtp({ type: 'recovery', token_hash: hash })).error?.code).toBe('otp_expired');
  expect((await bed.client().auth.verifyOtp({ type: 'recovery', email, token: code })).data.session?.user.email).toBe(email);
});

test('a person is mailed when their password, address or authenticator changes', async () => {
  const person = await bed.person();
  const supabase = await bed.signedIn(person);
  const told = () => bed.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject);
  await supabase.auth.updateUser({ password: 'something else entirely' });
  expect(told()).toEqual(['Your password was changed']);
  expect(bed.mailTo(person.email).text).toContain(`${origin}/login/recover`);

  const { data: factor } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  const secret = factor?.type === 'totp' ? factor.totp.secret : '';
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: bed.clock().getTime() });
  await supabase.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
  await supabase.auth.mfa.unenroll({ factorId: factor?.id ?? '' });
  expect(told().slice(1)).toEqual(['Two-step sign-in is on', 'An authenticator app was removed']);

  await supabase.auth.updateUser({ email: 'wed@school.test' });
  for (const address of ['wed@school.test', person.email])
    await bed.client().auth.verifyOtp({ type: 'email_change', token_hash: hashIn(bed.mailTo(address).link) });
  expect(told().at(-1)).toBe('Your email address was changed');
});

test('what changes about an account is mailed in the language of its owner', async () => {
  const person = await bed.person();
  const supabase = await bed.signedIn(person);
  await supabase.auth.updateUser({ data: { language: 'sw' } });
  await supabase.auth.updateUser({ password: 'kitu kingine kabisa' });
  expect(bed.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)).toEqual(['Nenosiri lako limebadilishwa']);
  const { html, text } = bed.mailTo(person.email);
  expect(html).toContain('<html lang="sw">');
  expect(text).not.toContain('Your password');
});
