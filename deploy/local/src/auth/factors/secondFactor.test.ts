import { type SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthTestBed, password, type AuthTestBed } from '../authTestBed.ts';

let bed: AuthTestBed;
beforeAll(async () => {
  bed = await createAuthTestBed();
});
afterAll(() => bed.close());

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: bed.clock().getTime() + steps * 30_000 });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const claims = async (supabase: SupabaseClient) => decodeJwt((await supabase.auth.getSession()).data.session?.access_token ?? '');

async function enrol(supabase: SupabaseClient) {
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'School' });
  if (error || data.type !== 'totp') throw error ?? new Error('no totp');
  return data;
}

test('enrol, challenge, verify: the session rises to aal2', async () => {
  const person = await bed.person();
  const supabase = await bed.signedIn(person);
  const other = await bed.signedIn(person);
  const factor = await enrol(supabase);
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect(factor.totp.uri).toContain(`otpauth://totp/School:${encodeURIComponent(person.email)}`);

  const { data: challenge } = await supabase.auth.mfa.challenge({ factorId: factor.id });
  const refused = await supabase.auth.mfa.verify({
    factorId: factor.id,
    challengeId: challenge?.id ?? '',
    code: wrong(codeOf(factor.totp.secret)),
  });
  expect(refused.error).toMatchObject({ status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' });
  const { error } = await supabase.auth.mfa.verify({
    factorId: factor.id,
    challengeId: challenge?.id ?? '',
    code: codeOf(factor.totp.secret, -1),
  });
  expect(error).toBeNull();
  expect(await claims(supabase)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
  expect((await supabase.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');

  const reused = await supabase.auth.mfa.verify({
    factorId: factor.id,
    challengeId: challenge?.id ?? '',
    code: codeOf(factor.totp.secret),
  });
  expect(reused.error?.code).toBe('mfa_ip_address_mismatch');
  await supabase.auth.refreshSession();
  expect(await claims(supabase)).toMatchObject({ aal: 'aal2' });
});

test('the next sign-in starts at aal1 and requires the second factor', async () => {
  const person = await bed.person();
  const first = await bed.signedIn(person);
  const factor = await enrol(first);
  await first.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) });
  bed.advance(30_000);

  const next = await bed.signedIn(person);
  expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await next.auth.updateUser({ password: 'taken over by a thief' })).error?.code).toBe('insufficient_aal');
  expect((await next.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('insufficient_aal');
  expect((await next.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })).error?.code).toBe('insufficient_aal');

  expect((await next.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })).error).toBeNull();
  expect((await next.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  await next.auth.refreshSession();
  expect(await claims(next)).toMatchObject({ aal: 'aal1' });
});

test('refuses a duplicate name, an expired challenge, another IP address and another user’s factor', async () => {
  const supabase = await bed.signedIn(await bed.person());
  const factor = await enrol(supabase);
  expect((await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error?.code).toBe('mfa_factor_name_conflict');

  const { data: old } = await supabase.auth.mfa.challenge({ factorId: factor.id });
  bed.advance(301_000);
  const expired = await supabase.auth.mfa.verify({ factorId: factor.id, challengeId: old?.id ?? '', code: codeOf(factor.totp.secret) });
  expect(expired.error?.code).toBe('mfa_challenge_expired');

  const { data: challenge } = await supabase.auth.mfa.challenge({ factorId: factor.id });
  const elsewhere = bed.client('sb_publishable_test', '10.1.1.1');
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new Error('no session');
  await elsewhere.auth.setSession(data.session);
  const moved = await elsewhere.auth.mfa.verify({
    factorId: factor.id,
    challengeId: challenge?.id ?? '',
    code: codeOf(factor.totp.secret),
  });
  expect(moved.error?.code).toBe('mfa_ip_address_mismatch');

  const stranger = await bed.signedIn(await bed.person());
  expect((await stranger.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error?.status).toBe(404);
});

test('the service role removes the factor of a user who lost the phone', async () => {
  const person = await bed.person();
  const supabase = await bed.signedIn(person);
  const factor = await enrol(supabase);
  await supabase.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) });
  const { mfa } = (await bed.adminClient()).auth.admin;
  const { data } = await mfa.listFactors({ userId: person.id });
  expect(data?.factors ?? data).toMatchObject([{ id: factor.id, status: 'verified' }]);
  expect((await mfa.deleteFactor({ userId: person.id, id: factor.id })).error).toBeNull();
  const next = bed.client();
  await next.auth.signInWithPassword({ email: person.email, password });
  expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
});

test('a code works once, and none of those before it', async () => {
  const person = await bed.person();
  const first = await bed.signedIn(person);
  const factor = await enrol(first);
  const code = codeOf(factor.totp.secret);
  expect((await first.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
  const next = await bed.signedIn(person);
  const refused = { status: 422, code: 'mfa_verification_failed' };
  expect((await next.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toMatchObject(refused);
  expect((await next.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret, -1) })).error).toMatchObject(
    refused,
  );
  bed.advance(30_000);
  expect((await next.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toMatchObject(refused);
  expect((await next.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })).error).toBeNull();
});

test('guesses of a stranger who knows the password end, and the owner still signs in where they did before', async () => {
  const person = await bed.person();
  const owner = await bed.signedIn(person);
  const factor = await enrol(owner);
  await owner.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) });
  bed.advance(30_000);

  const guess = async (n: number) => {
    const stranger = bed.client('sb_publishable_test', `2001:db8:${n.toString(16)}::1`);
    await stranger.auth.signInWithPassword({ email: person.email, password });
    const { data: challenge } = await stranger.auth.mfa.challenge({ factorId: factor.id });
    const code = wrong(codeOf(factor.totp.secret));
    return (await stranger.auth.mfa.verify({ factorId: factor.id, challengeId: challenge?.id ?? '', code })).error?.status;
  };
  const statuses = [];
  for (let n = 1; n <= 12; n += 1) statuses.push(await guess(n));
  expect(statuses).toEqual([...Array<number>(5).fill(422), ...Array<number>(7).fill(429)]);

  const next = await bed.signedIn(person);
  expect((await next.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })).error).toBeNull();
});
