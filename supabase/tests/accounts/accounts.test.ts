import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const teacher = 'teacher@greenfield.test';
type Profile = { id: string; role: string; school_id: string | null; email: string; first_name: string };
const profile = async (email: string) =>
  (await database.owner.query<Profile>('select * from public.users where email = $1', [email])).rows[0]!;

describe('a person', () => {
  it('edits their own names and phone', async () => {
    await database.as(teacher, (client) =>
      client.query("update public.users set first_name = 'Hope', phone = '+254 700 111 222' where id = auth.uid()"),
    );
    expect((await profile(teacher)).first_name).toBe('Hope');
  });

  it.each([
    "role = 'admin'",
    'school_id = null',
    'id = gen_random_uuid()',
    "email = 'me@else.test'",
    'is_active = true',
    'created_at = now()',
  ])('cannot set %s', async (change) => {
    const before = await profile(teacher);
    expect(
      (await refusal(database.as(teacher, (client) => client.query(`update public.users set ${change} where id = auth.uid()`))))?.code,
    ).toBe('42501');
    expect(await profile(teacher)).toEqual(before);
  });

  it('cannot become more by inserting over the row, by a command or by becoming a super admin', async () => {
    const before = await profile(teacher);
    const tries = [
      `insert into public.users (id, role, school_id) values ('${before.id}', 'admin', '${before.school_id}') on conflict (id) do update set role = 'admin'`,
      `select public.set_user_role('${before.id}', 'admin', '${before.school_id}')`,
      `select public.set_user_active('${before.id}', true)`,
      `insert into public.super_admins (id) values ('${before.id}')`,
      `select public.invite_user('a@b.test', 'admin', '${before.school_id}')`,
      'select private.create_profile()',
      'update auth.users set raw_app_meta_data = \'{"role": "super_admin"}\'',
    ];
    for (const sql of tries)
      expect((await refusal(database.as(teacher, (client) => client.query(sql))))?.code, sql).toMatch(/^(42501|0A000)$/);
    expect(await profile(teacher)).toEqual(before);
  });

  it('gains nothing from metadata, claims or a forged role in the token', async () => {
    await database.owner.query(
      'update auth.users set raw_user_meta_data = \'{"role": "super_admin"}\', raw_app_meta_data = raw_app_meta_data || \'{"role": "super_admin"}\' where email = $1',
      [teacher],
    );
    const client = await database.connect(teacher);
    await client.query(
      'select set_config(\'request.jwt.claims\', (current_setting(\'request.jwt.claims\')::jsonb || \'{"user_role": "super_admin", "app_metadata": {"role": "super_admin"}}\')::text, false)',
    );
    expect((await client.query('select private.my_role() as role')).rows).toEqual([{ role: 'teacher' }]);
    expect((await client.query('select count(*) as n from public.mail_outbox')).rows).toEqual([{ n: 0 }]);
    await client.end();
  });

  it('has no role while a second factor is still to be given', async () => {
    await database.owner.query(
      "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users where email = 'staff@greenfield.test'",
    );
    for (const [aal, role, students] of [
      ['aal1', 'user', 0],
      ['aal2', 'staff', 192],
    ] as const) {
      const client = await database.connect('staff@greenfield.test', { aal });
      expect((await client.query('select private.my_role() as role, (select count(*) from public.students) as n')).rows).toEqual([
        { role, n: students },
      ]);
      await client.end();
    }
  });
});

describe('a super admin', () => {
  it('gives the account of an invited person the role and school', async () => {
    const { school_id: school } = await profile(teacher);
    await database.as(superAdmin, (client) =>
      client.query("select public.invite_user('New@School.test', 'staff', $1, 'Ann', 'Were')", [school]),
    );
    await database.owner.query(
      'insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), \'new@school.test\', \'{"role": "admin", "first_name": "Other"}\')',
    );
    expect(await profile('new@school.test')).toMatchObject({ role: 'staff', school_id: school, first_name: 'Ann' });
  });

  it('gives a stranger who signs up no role and no school', async () => {
    await database.owner.query(
      'insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), \'stranger@school.test\', \'{"role": "super_admin", "school_id": "x"}\')',
    );
    expect(await profile('stranger@school.test')).toMatchObject({ role: 'user', school_id: null });
  });

  it('changes the role of another but never their own', async () => {
    const person = await profile('stranger@school.test');
    const { school_id: school } = await profile(teacher);
    await database.as(superAdmin, (client) => client.query("select public.set_user_role($1, 'parent', $2)", [person.id, school]));
    expect(await profile('stranger@school.test')).toMatchObject({ role: 'parent', school_id: school });
    const self = await profile(superAdmin);
    expect(
      (await refusal(database.as(superAdmin, (client) => client.query("select public.set_user_role($1, 'user')", [self.id]))))?.hint,
    ).toBe('user.own_role');
    expect(
      (await refusal(database.as(superAdmin, (client) => client.query("select public.set_user_role($1, 'super_admin')", [person.id]))))
        ?.hint,
    ).toBe('user.role_not_allowed');
    expect(
      (await refusal(database.as(superAdmin, (client) => client.query("select public.set_user_role($1, 'teacher')", [person.id]))))?.hint,
    ).toBe('user.school_required');
  });

  it('takes everything from a deactivated account at once', async () => {
    const { id } = await profile('teacher@lakeside.test');
    await database.as(superAdmin, (client) => client.query('select public.set_user_active($1, false)', [id]));
    const { rows } = await database.as('teacher@lakeside.test', (client) =>
      client.query('select private.my_role() as role, private.my_school() as school, (select count(*) from public.students) as n'),
    );
    expect(rows).toEqual([{ role: 'user', school: null, n: 0 }]);
  });

  it('is named by the token hook, and so is every role', async () => {
    const claims = async (email: string) => {
      const { id } = await profile(email);
      const { rows } = await database.owner.query<{
        e: { claims: { user_role: string; app_metadata: { role: string; provider?: string } } };
      }>('select public.custom_access_token_hook($1) as e', [
        JSON.stringify({ user_id: id, claims: { app_metadata: { provider: 'email' } } }),
      ]);
      return rows[0]!.e.claims;
    };
    expect(await claims(superAdmin)).toEqual({ user_role: 'super_admin', app_metadata: { provider: 'email', role: 'super_admin' } });
    expect((await claims('parent@greenfield.test')).user_role).toBe('parent');
    expect((await claims('teacher@lakeside.test')).user_role).toBe('user');
  });
});

describe('commands', () => {
  it('run with a fixed search path where they run as their owner', async () => {
    const { rows } = await database.owner.query(
      "select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef and not coalesce(proconfig::text, '') like '%search_path=%'",
    );
    expect(rows).toEqual([]);
  });
});
