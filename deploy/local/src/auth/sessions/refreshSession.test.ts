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
/** The token it gives, or the code of the refusal. */
const trade = async (token: string) => {
  const { data, error } = await refresh(token);
  return data.session?.refresh_token ?? `refused: ${error?.code ?? 'unknown'}`;
};
const later = () => bed.advance(11_000);

test('a refresh gives a new pair of the same session', async () => {
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

test('a copied token used after its owner has moved on ends the whole family', async () => {
  const first = (await newSession()).refresh_token;
  const second = await trade(first);
  const third = await trade(second);
  later();
  expect(await trade(first)).toBe('refused: refresh_token_already_used');
  expect(await trade(third)).toBe('refused: refresh_token_already_used');
  later();
  expect(await trade(second)).toBe('refused: refresh_token_already_used');
});

test('a client that never received the answer may ask again with the parent', async () => {
  const first = (await newSession()).refresh_token;
  const second = await trade(first);
  later();
  expect(await trade(first)).toBe(second);
  expect(await trade(second)).not.toMatch(/refused/);
});

test('a client that repeats itself within ten seconds is no thief', async () => {
  const first = (await newSession()).refresh_token;
  const answers = await Promise.all(Array.from({ length: 6 }, () => trade(first)));
  expect(answers.filter((answer) => answer.startsWith('refused'))).toEqual([]);
  const second = answers[0] ?? '';
  const third = await trade(second);
  expect(await trade(first)).not.toMatch(/refused/);
  expect(await trade(third)).not.toMatch(/refused/);
});

test('an unknown token, one of an ended session and one of a deleted person', async () => {
  expect(await trade('made-up')).toBe('refused: refresh_token_not_found');
  const session = await newSession();
  await bed.admin.query('delete from auth.sessions where user_id = $1', [session.user.id]);
  expect(await trade(session.refresh_token)).toBe('refused: refresh_token_not_found');
  const other = await newSession();
  expect((await (await bed.adminClient()).auth.admin.deleteUser(other.user.id)).error).toBeNull();
  expect(await trade(other.refresh_token)).toBe('refused: refresh_token_not_found');
});

test('a token that has run out, or was signed by somebody else, opens nothing', async () => {
  const session = await newSession();
  const user = (token: string) =>
    bed.service(
      new Request(`${origin}/auth/v1/user`, { headers: { authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' } }),
    );
  expect((await user(session.access_token)).status).toBe(200);
  const [header, , signature] = session.access_token.split('.');
  const forged = `${header}.${btoa(JSON.stringify({ ...decodeJwt(session.access_token), role: 'service_role' })).replace(/=+$/, '')}.${signature}`;
  const answers = [
    await user(forged),
    await bed.service(new Request(`${origin}/auth/v1/admin/users`, { headers: { authorization: `Bearer ${forged}` } })),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  bed.advance(3601_000);
  const old = await user(session.access_token);
  expect([old.status, (await old.json()).code]).toEqual([403, 'bad_jwt']);
});

test('the hook of the database has the last word on the claims', async () => {
  await bed.admin.query(`
    create function public.custom_access_token_hook(event jsonb) returns jsonb language sql stable as $$
      select jsonb_build_object('claims', (event -> 'claims') || jsonb_build_object('user_role', 'teacher', 'heard', event ->> 'authentication_method'))
    $$;
    grant execute on function public.custom_access_token_hook to supabase_auth_admin`);
  const session = await newSession();
  expect(decodeJwt(session.access_token)).toMatchObject({ user_role: 'teacher', heard: 'password', role: 'authenticated' });
  const { data } = await refresh(session.refresh_token);
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ user_role: 'teacher', heard: 'token_refresh' });

  await bed.admin.query(`
    create or replace function public.custom_access_token_hook(event jsonb) returns jsonb language sql stable as $$
      select '{"error":{"http_code":403,"message":"Your school has closed this account"}}'::jsonb
    $$`);
  const { error } = await refresh(data.session?.refresh_token ?? '');
  expect(error).toMatchObject({ status: 403, message: 'Your school has closed this account' });
  await bed.admin.query('drop function public.custom_access_token_hook');
});

test('the published keys verify what the service signs', async () => {
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
