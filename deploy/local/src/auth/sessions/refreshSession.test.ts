import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthTestBed, origin, password, type AuthTestBed } from '../authTestBed.ts';

let bed: AuthTestBed;
beforeAll(async () => {
  bed = await createAuthTestBed();
});
afterAll(() => bed.close());

async function newSession() {
  const person = await bed.person();
  const { data } = await bed.client().auth.signInWithPassword({ email: person.email, password });
  if (!data.session) throw new Error('no session');
  return data.session;
}

const refresh = async (token: string) => await bed.client().auth.refreshSession({ refresh_token: token });
/** The new refresh token, or the code of the error. */
const exchange = async (token: string) => {
  const { data, error } = await refresh(token);
  return data.session?.refresh_token ?? `refused: ${error?.code ?? 'unknown'}`;
};
const waitBeyondReuseInterval = () => bed.advance(11_000);

test('a refresh returns a new pair of the same session', async () => {
  const session = await newSession();
  const { data } = await refresh(session.refresh_token);
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  const before = decodeJwt(session.access_token);
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
    sub: before.sub,
    session_id: before['session_id'],
    aal: 'aal1',
    amr: before['amr'],
  });
});

test('reusing an old token ends the session with all its tokens', async () => {
  const session = await newSession();
  const first = session.refresh_token;
  const second = await exchange(first);
  const third = await exchange(second);
  waitBeyondReuseInterval();
  expect(await exchange(first)).toBe('refused: refresh_token_already_used');
  expect(await exchange(third)).toBe('refused: refresh_token_not_found');
  expect((await bed.client().auth.getUser(session.access_token)).error?.name).toBe('AuthSessionMissingError');
});

test('a client that never received the response may retry with the parent token for a minute, nobody later', async () => {
  const session = await newSession();
  const second = await exchange(session.refresh_token);
  waitBeyondReuseInterval();
  expect(await exchange(session.refresh_token)).toBe(second);
  bed.advance(61_000);
  expect(await exchange(session.refresh_token)).toBe('refused: refresh_token_already_used');
  expect(await exchange(second)).toBe('refused: refresh_token_not_found');
});

test('retries within ten seconds are accepted', async () => {
  const first = (await newSession()).refresh_token;
  const results = await Promise.all(Array.from({ length: 6 }, () => exchange(first)));
  expect(results.filter((result) => result.startsWith('refused'))).toEqual([]);
  const second = results[0] ?? '';
  const third = await exchange(second);
  expect(await exchange(first)).not.toMatch(/refused/);
  expect(await exchange(third)).not.toMatch(/refused/);
});

test('tokens that are unknown, of an ended session or of a deleted user are refused', async () => {
  expect(await exchange('made-up')).toBe('refused: refresh_token_not_found');
  const session = await newSession();
  await bed.admin.query('delete from auth.sessions where user_id = $1', [session.user.id]);
  expect(await exchange(session.refresh_token)).toBe('refused: refresh_token_not_found');
  const other = await newSession();
  expect((await (await bed.adminClient()).auth.admin.deleteUser(other.user.id)).error).toBeNull();
  expect(await exchange(other.refresh_token)).toBe('refused: refresh_token_not_found');
});

test('an expired or forged access token is refused', async () => {
  const session = await newSession();
  const user = (token: string) =>
    bed.service(
      new Request(`${origin}/auth/v1/user`, { headers: { authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' } }),
    );
  expect((await user(session.access_token)).status).toBe(200);
  const [header, , signature] = session.access_token.split('.');
  const forged = `${header}.${btoa(JSON.stringify({ ...decodeJwt(session.access_token), role: 'service_role' })).replace(/=+$/, '')}.${signature}`;
  const results = [
    await user(forged),
    await bed.service(new Request(`${origin}/auth/v1/admin/users`, { headers: { authorization: `Bearer ${forged}` } })),
  ];
  expect(results.map(({ status }) => status)).toEqual([403, 403]);
  bed.advance(3601_000);
  const old = await user(session.access_token);
  expect([old.status, (await old.json()).code]).toEqual([403, 'bad_jwt']);
});

test('the access token hook of the database can change the claims', async () => {
  await bed.admin.query(`
    create function public.custom_access_token_hook(event jsonb) returns jsonb language sql stable as $$
      select jsonb_build_object('claims', (event -> 'claims') || jsonb_build_object('user_role', 'teacher', 'hook_method', event ->> 'authentication_method'))
    $$;
    grant execute on function public.custom_access_token_hook to supabase_auth_admin`);
  const session = await newSession();
  expect(decodeJwt(session.access_token)).toMatchObject({ user_role: 'teacher', hook_method: 'password', role: 'authenticated' });
  const { data } = await refresh(session.refresh_token);
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ user_role: 'teacher', hook_method: 'token_refresh' });

  await bed.admin.query(`
    create or replace function public.custom_access_token_hook(event jsonb) returns jsonb language sql stable as $$
      select '{"error":{"http_code":403,"message":"Your school has closed this account"}}'::jsonb
    $$`);
  const { error } = await refresh(data.session?.refresh_token ?? '');
  expect(error).toMatchObject({ status: 403, message: 'Your school has closed this account' });
  await bed.admin.query('drop function public.custom_access_token_hook');
});

test('the published key set verifies the tokens', async () => {
  const session = await newSession();
  const supabase = bed.client();
  await supabase.auth.setSession(session);
  const { data, error } = await supabase.auth.getClaims(session.access_token);
  expect(error).toBeNull();
  expect(data?.claims.sub).toBe(session.user.id);
  const jwks = await (await bed.service(new Request(`${origin}/auth/v1/.well-known/jwks.json`))).json();
  expect(jwks.keys).toHaveLength(1);
  expect(jwks.keys[0]).not.toHaveProperty('d');
});
