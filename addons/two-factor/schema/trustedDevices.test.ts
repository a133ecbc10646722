import { describe, expect, it } from 'vitest';
import { refusal, superAdmin } from '@masomo/supabase/tests/database.ts';
import { admin, feature, staff, teacher, useTwoFactor } from './twoFactorFixtures.ts';

const { database, ids, one, call, enrol, set, licensed, within, newSession } = useTwoFactor();

describe('a trusted device', () => {
  const allow = (days: number) => call(admin, 'select public.save_addon_settings($1, $2)', [feature, { trust_days: days }]);
  async function trust(): Promise<{ token: string; session: string }> {
    await enrol(teacher);
    const session = await newSession(teacher);
    const [row] = await within<{ token: string }>(teacher, session, 'aal2', "select public.trust_device('Chrome on a phone') as token");
    return { token: row!.token, session: await newSession(teacher) };
  }
  const use = async (session: string, token: string, email: string = teacher) =>
    (await within<{ ok: boolean }>(email, session, 'aal1', 'select public.use_trusted_device($1) as ok', [token]))[0]!.ok;
  const isIn = async (session: string) => (await within(teacher, session, 'aal1', 'select from public.current_identity()')).length === 1;

  it('is asked for a password only, as long as the school allows it', async () => {
    await allow(30);
    const { token, session } = await trust();
    expect(await isIn(session)).toBe(false);
    expect((await within(teacher, session, 'aal1', 'select public.trust_days() as days'))[0]).toEqual({ days: 30 });
    expect(await use(session, 'another')).toBe(false);
    expect(await isIn(session)).toBe(false);
    expect(await use(session, token)).toBe(true);
    expect(await isIn(session)).toBe(true);
    await set('teacher', 0);
    expect(await isIn(session)).toBe(true);
    await allow(0);
    expect(await isIn(session)).toBe(false);
    expect(await use(session, token)).toBe(false);
  });

  it.each([
    ['its days are over', () => database.owner.query("update private.trusted_devices set trusted_until = now() - interval '1 second'")],
    [
      'the password was changed',
      () => database.owner.query("update auth.users set encrypted_password = 'other' where id = $1", [ids.get(teacher)]),
    ],
    ['the licence was revoked', () => licensed('null', 'now()')],
    ['the app was reset', () => call(superAdmin, 'select public.reset_two_factor($1, $2)', [ids.get(teacher), 'Lost'])],
  ])('is trusted no more when %s', async (_, end) => {
    await allow(30);
    const { token, session } = await trust();
    expect(await use(session, token)).toBe(true);
    await end();
    if (Number(await one('select count(*) from auth.mfa_factors')) > 0) expect(await isIn(session)).toBe(false);
    expect(await use(session, token)).toBe(false);
  });

  it('is its person’s: listed and removed by them, useless to others, and never made with a password only', async () => {
    await allow(30);
    const { token, session } = await trust();
    expect((await refusal(within(teacher, session, 'aal1', "select public.trust_device('x')")))?.hint).toBe(
      'trusted_device.second_step_first',
    );
    expect(await use(await newSession(staff), token, staff)).toBe(false);
    expect(await use(session, token)).toBe(true);
    const [device] = await within<{ id: string; device: string }>(
      teacher,
      session,
      'aal1',
      'select id, device from public.my_trusted_devices()',
    );
    expect(device!.device).toBe('Chrome on a phone');
    expect(await call(staff, 'select public.end_trusted_device($1)', [device!.id])).toBe(false);
    expect(await within(teacher, session, 'aal1', 'select public.end_trusted_device($1) as ok', [device!.id])).toEqual([{ ok: true }]);
    expect(await isIn(session)).toBe(false);
  });
});
