import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthTestBed, origin, password, type AuthTestBed } from '../authTestBed.ts';
import { authSettings } from '../settings.ts';

let bed: AuthTestBed;
beforeAll(async () => {
  bed = await createAuthTestBed({ settings: authSettings({ auth: { minimum_password_length: 10 } }) });
});
afterAll(() => bed.close());

test('a user signs in and gets a token with every claim that the product reads', async () => {
  const { id, email } = await bed.person();
  const { data, error } = await bed.client().auth.signInWithPassword({ email: email.toUpperCase(), password });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id, email, role: 'authenticated', aud: 'authenticated', app_metadata: { provider: 'email' } });
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
    sub: id,
    aud: 'authenticated',
    iss: `${origin}/auth/v1`,
    role: 'authenticated',
    email,
    aal: 'aal1',
    is_anonymous: false,
    session_id: expect.any(String),
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    app_metadata: { provider: 'email' },
    user_metadata: { email_verified: true },
  });
});

test('a wrong password and an unknown address get the same response', async () => {
  const { email } = await bed.person();
  const wrong = await bed.client().auth.signInWithPassword({ email, password: 'something else' });
  const unknown = await bed.client().auth.signInWithPassword({ email: 'nobody@school.test', password });
  for (const { data, error } of [wrong, unknown]) {
    expect(data.session).toBeNull();
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
  }
});

test('errors have the shape of the API version that the client requests', async () => {
  const signIn = (headers: Record<string, string>) =>
    bed.service(
      new Request(`${origin}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: 'nobody@school.test', password }),
      }),
    );
  const old = await signIn({});
  expect([old.status, await old.json()]).toEqual([400, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }]);
  expect(old.headers.get('x-supabase-api-version')).toBeNull();
  const current = await signIn({ 'X-Supabase-Api-Version': '2024-01-01' });
  expect(await current.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
  expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(current.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
  expect(current.headers.get('x-sb-error-code')).toBe('invalid_credentials');
});

test('an invalid request gets a specific error', async () => {
  const post = async (path: string, body: string) => {
    const response = await bed.service(
      new Request(`${origin}/auth/v1/${path}`, { method: 'POST', headers: { 'X-Supabase-Api-Version': '2024-01-01' }, body }),
    );
    return { status: response.status, ...(await response.json()) };
  };
  expect(await post('token?grant_type=password', '{')).toMatchObject({ status: 400, code: 'bad_json' });
  expect(await post('token?grant_type=password', '{}')).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(await post('token?grant_type=web3', '{}')).toMatchObject({ status: 400, message: 'unsupported_grant_type' });
  expect(await post('nothing', '{}')).toMatchObject({ status: 404, code: 'not_found' });
});

test('open registration is disabled', async () => {
  const { error } = await bed.client().auth.signUp({ email: 'stranger@school.test', password });
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' });
});

test('a user with an unconfirmed address and a banned user cannot sign in', async () => {
  const admin = (await bed.adminClient()).auth.admin;
  await admin.createUser({ email: 'unconfirmed@school.test', password });
  const unconfirmed = await bed.client().auth.signInWithPassword({ email: 'unconfirmed@school.test', password });
  expect(unconfirmed.error?.code).toBe('email_not_confirmed');

  const person = await bed.person();
  const before = await bed.signedIn(person);
  await admin.updateUserById(person.id, { ban_duration: '24h' });
  expect((await bed.client().auth.signInWithPassword({ email: person.email, password })).error?.code).toBe('user_banned');
  expect((await before.auth.refreshSession()).error).not.toBeNull();
  await bed.admin.query(`update auth.users set banned_until = 'infinity' where id = $1`, [person.id]);
  expect((await bed.client().auth.signInWithPassword({ email: person.email, password })).error?.code).toBe('user_banned');
  await admin.updateUserById(person.id, { ban_duration: 'none' });
  expect((await bed.client().auth.signInWithPassword({ email: person.email, password })).error).toBeNull();
});

test('changing the password updates metadata and signs out other devices', async () => {
  const person = await bed.person();
  const here = await bed.signedIn(person);
  const elsewhere = await bed.signedIn(person);
  expect((await here.auth.updateUser({ password: 'short' })).error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  expect((await here.auth.updateUser({ password })).error?.code).toBe('same_password');
  const { data, error } = await here.auth.updateUser({ password: 'a quite new password', data: { nickname: 'Wanjiru' } });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toMatchObject({ nickname: 'Wanjiru' });
  expect((await bed.client().auth.signInWithPassword({ email: person.email, password })).error?.code).toBe('invalid_credentials');
  expect((await bed.client().auth.signInWithPassword({ email: person.email, password: 'a quite new password' })).error).toBeNull();
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await here.auth.getUser()).error).toBeNull();
});

test('signing out ends the session of this device, of the others or of all', async () => {
  const person = await bed.person();
  const devices = async () => Promise.all([bed.signedIn(person), bed.signedIn(person)]);
  const works = async (device: Awaited<ReturnType<typeof bed.signedIn>>, token: string) =>
    (await device.auth.getUser(token)).error === null;
  for (const [scope, firstStays, secondStays] of [
    ['local', false, true],
    ['others', true, false],
    ['global', false, false],
  ] as const) {
    const [first, second] = await devices();
    const tokens = await Promise.all(
      [first, second].map(async (device) => (await device.auth.getSession()).data.session?.access_token ?? ''),
    );
    expect((await first.auth.signOut({ scope })).error).toBeNull();
    expect([await works(first, tokens[0] ?? ''), await works(second, tokens[1] ?? '')], scope).toEqual([firstStays, secondStays]);
  }
  const gone = await bed.signedIn(person);
  await gone.auth.signOut({ scope: 'global' });
  expect((await gone.auth.signOut()).error).toBeNull();
});

test('too many sign-ins from one IP address are rate limited, other addresses are not', async () => {
  const refresh = async (address: string) => {
    const response = await bed.service(
      new Request(`${origin}/auth/v1/token?grant_type=refresh_token`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `6.6.6.6, ${address}` },
        body: '{"refresh_token":"x"}',
      }),
    );
    return response.status;
  };
  const statuses = await Promise.all(Array.from({ length: 40 }, () => refresh('10.0.0.1')));
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  expect(statuses.filter((status) => status === 400).length).toBeLessThan(35);
  expect(await refresh('10.0.0.2')).toBe(400);
  bed.advance(10_000);
  expect(await refresh('10.0.0.1')).toBe(400);
});
