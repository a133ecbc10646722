import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const teacher = 'teacher@greenfield.test';
let userId = '';
const [here, there] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  userId = (await database.owner.query<{ id: string }>('select id from auth.users where email = $1', [teacher])).rows[0]!.id;
  await database.owner.query('delete from auth.sessions where user_id = $1', [userId]);
  for (const id of [here, there])
    await database.owner.query(
      "insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent) values ($1, $2, now(), now(), 'aal1', 'Firefox')",
      [id, userId],
    );
});

/** As the teacher with a session of theirs. */
async function within<T extends pg.QueryResultRow>(session: string, sql: string, values: unknown[] = [], aal = 'aal1'): Promise<T[]> {
  const client = await database.connect(teacher, { aal, session });
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
const pupils = async (session: string) =>
  (await within<{ n: number }>(session, 'select count(*)::integer as n from public.students'))[0]!.n;

describe('sessions', () => {
  it('are listed, this one first, and end at once from anywhere', async () => {
    expect(await within(here, 'select id, is_current, device from public.my_sessions()')).toEqual([
      { id: here, is_current: true, device: 'Firefox' },
      { id: there, is_current: false, device: 'Firefox' },
    ]);
    expect(await pupils(there)).toBeGreaterThan(0);
    expect(await within(there, 'select role from public.current_identity()')).toEqual([{ role: 'teacher' }]);
    expect(await within(here, 'select public.end_my_session($1) as ended', [there])).toEqual([{ ended: true }]);
    expect(await pupils(there)).toBe(0);
    expect(await within(there, 'select role from public.current_identity()')).toEqual([]);
    expect(await within(there, 'select * from public.my_sessions()')).toEqual([]);
    expect(await within(here, 'select public.end_my_session($1) as ended', [there])).toEqual([{ ended: false }]);
    expect((await refusal(within(there, 'select public.end_my_session($1)', [here])))?.code).toBe('42501');
  });
});

describe('recovery codes', () => {
  it('are created after the second factor only, stored hashed, used once, and remove the lost phone', async () => {
    await database.owner.query(
      "insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret) values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', now(), now(), 'x')",
      [userId],
    );
    expect((await refusal(within(here, 'select public.make_recovery_codes()')))?.hint).toBe('recovery.second_step_first');
    expect(await pupils(here)).toBe(0);
    const make = async () =>
      (await within<{ codes: string[] }>(here, 'select public.make_recovery_codes() as codes', [], 'aal2'))[0]!.codes;
    const [former] = await make();
    const codes = await make();
    expect(codes).toHaveLength(10);
    expect(codes[0]).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const { rows } = await database.owner.query<{ code_hash: string }>('select code_hash from private.recovery_codes where user_id = $1', [
      userId,
    ]);
    expect(rows.some(({ code_hash }) => codes.includes(code_hash))).toBe(false);
    const use = async (code: string | undefined) =>
      (await within<{ used: boolean }>(here, 'select public.use_recovery_code($1) as used', [code]))[0]!.used;
    expect([await use('AAAA-BBBB-CCCC'), await use(former)]).toEqual([false, false]);
    expect(await use(codes[3]?.toLowerCase().replaceAll('-', ' '))).toBe(true);
    expect(await pupils(here)).toBeGreaterThan(0);
    expect(await use(codes[3])).toBe(false);
    expect(await within(here, 'select public.recovery_codes_left() as n')).toEqual([{ n: 0 }]);
  });

  it('cannot be guessed by trying', async () => {
    const tries = async () => {
      for (let n = 0; n < 12; n += 1) await within(here, "select public.use_recovery_code('AAAA-AAAA-AAAA')");
    };
    expect((await refusal(tries()))?.hint).toBe('request.too_many');
  });
});

describe('sign-ins', () => {
  const [session, old] = [randomUUID(), randomUUID()];
  const mine = () =>
    within(
      here,
      'select id, device, has_second_step, host(address) as address, ended_at is not null as has_ended from public.sign_ins where id = $1',
      [session],
    );

  it('are kept with their end, their second step and their place, for their person alone', async () => {
    await database.owner.query(
      "insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) values ($1, $2, now(), now(), 'aal1', 'Chrome', '203.0.113.9')",
      [session, userId],
    );
    const signIn = { id: session, device: 'Chrome', has_second_step: false, address: '203.0.113.9', has_ended: false };
    expect(await mine()).toEqual([signIn]);
    await database.owner.query("update auth.sessions set aal = 'aal2' where id = $1", [session]);
    expect(await mine()).toEqual([{ ...signIn, has_second_step: true }]);
    await database.owner.query('delete from auth.sessions where id = $1', [session]);
    expect(await mine()).toEqual([{ ...signIn, has_second_step: true, has_ended: true }]);
    const stranger = await database.connect('admin@greenfield.test');
    expect((await stranger.query('select from public.sign_ins where id = $1', [session])).rows).toEqual([]);
    await stranger.end();
  });

  it('are removed after twelve months', async () => {
    await database.owner.query(
      "insert into public.sign_ins (id, user_id, signed_in_at) values ($1, $2, now() - interval '12 months 1 day')",
      [old, userId],
    );
    expect(
      (await database.owner.query("select private.purge_batch('sign_ins', now() - interval '12 months', 100) as purged")).rows,
    ).toEqual([{ purged: 1 }]);
    expect(await within(here, 'select id from public.sign_ins where id = any ($1)', [[old, session]])).toEqual([{ id: session }]);
  });
});
