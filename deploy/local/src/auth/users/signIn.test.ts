import { hash as bcryptHash } from '@node-rs/bcrypt';
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

test('a password is kept as argon2id, one of a former kind from the next sign-in on', async () => {
  const person = await bed.person();
  const kept = async () =>
    (await bed.admin.query<{ hash: string }>('select encrypted_password as hash from auth.users where id = $1', [person.id])).rows[0]!.hash;
  expect(await kept()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await bed.admin.query('update auth.users set encrypted_password = $2 where id = $1', [
    person.id,
    await bcryptHash(password, { cost: 10 }),
  ]);
  expect((await bed.client().auth.signInWithPassword({ email: person.email, password: 'a wrong password' })).error).not.toBeNull();
  expect(await kept()).toMatch(/^\$2b\$/);
  expect((await bed.client().auth.signInWithPassword({ email: person.email, password })).error).toBeNull();
  expect(await kept()).toMatch(/^\$argon2id/);
  expect((await bed.client().auth.signInWithPassword({ email: person.email, password })).error).toBeNull();
});

test('sign-ins at the same moment renew a hash of a former kind, and all succeed', async () => {
  const person = await bed.person();
  await bed.admin.query('update auth.users set encrypted_password = $2 where id = $1', [
    person.id,
    await bcryptHash(password, { cost: 4 }),
  ]);
  const signIns = await Promise.all(
    Array.from({ length: 4 }, () => bed.client().auth.signInWithPassword({ email: person.email, password })),
  );
  expect(signIns.map(({ error }) => error)).toEqual([null, null, null, null]);
});

test('a sign-in waits for another of the same person before it writes anything', async () => {
  const person = await bed.person();
  await bed.signedIn(person);
  await bed.admin.query('begin');
  try {
    await bed.admin.query('select from auth.users where id = $1 for no key update', [person.id]);
    const signIn = bed.client().auth.signInWithPassword({ email: person.email, password });
    const waiting = "select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await bed.admin.query(waiting)).rows, { timeout: 10_000 }).toEqual([{ n: 1 }]);
    // Had it written its network already, the two would wait for each other.
    await bed.admin.query('update auth.familiar_networks set last_at = now() where user_id = $1', [person.id]);
    await bed.admin.query('commit');
    expect((await signIn).error).toBeNull();
  } finally {
    await bed.admin.query('rollback');
  }
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

const post = (path: string, address: string, body: object) =>
  bed.service(
    new Request(`${origin}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `6.6.6.6, ${address}`, 'X-Supabase-Api-Version': '2024-01-01' },
      body: JSON.stringify(body),
    }),
  );
const signInFrom = async (address: string, email: string, secret = password) =>
  (await post('token?grant_type=password', address, { email, password: secret })).status;

test('a school at eight in the morning: 120 people sign in from one address at once', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => bed.person()));
  const statuses = await Promise.all(Array.from({ length: 120 }, (_, n) => signInFrom('10.0.0.1', people[n % 10]!.email)));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

test('wrong refresh tokens from one network are limited, other networks and right ones are not', async () => {
  const refresh = (address: string, token = 'x') => post('token?grant_type=refresh_token', address, { refresh_token: token });
  const statuses = [];
  for (let n = 0; n < 110; n += 1) statuses.push((await refresh('2001:db8::1')).status);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  const refused = await refresh('2001:db8::ffff');
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(5, -1)]);
  expect((await refresh('2001:db8:0:1::1')).status).toBe(400);
  const { data } = await bed.client().auth.signInWithPassword({ email: (await bed.person()).email, password });
  expect((await refresh('2001:db8::1', data.session?.refresh_token)).status).toBe(200);
});

test('strangers who guess a password are stopped wherever they are, and do not lock its owner out', async () => {
  const { email } = await bed.person();
  expect(await signInFrom('41.90.64.7', email)).toBe(200);
  const statuses = [];
  for (let n = 0; n < 30; n += 1) statuses.push(await signInFrom(`10.1.${n}.1`, email, 'a wrong password'));
  expect(statuses).toEqual([...Array<number>(10).fill(400), ...Array<number>(20).fill(429)]);
  expect(await signInFrom('10.2.0.1', email)).toBe(429);
  expect(await signInFrom('41.90.64.7', email)).toBe(200);
  // An address without an account is answered alike.
  const unknown = [];
  for (let n = 0; n < 12; n += 1) unknown.push(await signInFrom(`10.3.${n}.1`, 'nobody.at.all@school.test'));
  expect(unknown).toEqual([...Array<number>(10).fill(400), 429, 429]);
  bed.advance(60_000);
  expect(await signInFrom('10.2.0.1', email)).toBe(200);
});

test('guesses made at once are not all made before the first miss is known', async () => {
  const { email } = await bed.person();
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, n) => signInFrom(`10.4.${n}.1`, email, 'a wrong password')));
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
});
