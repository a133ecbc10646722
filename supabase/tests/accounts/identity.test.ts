import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase, type Caller } from '../database.ts';

const database = useDatabase();
const teacher = 'teacher@greenfield.test';
const identityOf = async (caller: Caller) =>
  (await database.as(caller, (client) => client.query<Record<string, unknown>>('select * from public.current_identity()'))).rows;

describe('the identity of a caller', () => {
  it.each([
    [teacher, 'teacher', 'Greenfield Academy'],
    ['parent@greenfield.test', 'parent', 'Greenfield Academy'],
    ['admin@lakeside.test', 'admin', 'Lakeside School'],
    [superAdmin, 'super_admin', null],
  ])('%s is a %s of %s, and nobody else', async (email, role, school) => {
    const { rows } = await database.owner.query<{ id: string; first_name: string; school_id: string | null; revision: number }>(
      'select u.id, u.first_name, u.school_id, r.revision from public.users u, public.content_revision r where email = $1',
      [email],
    );
    const known = rows[0]!;
    expect(await identityOf(email)).toEqual([
      expect.objectContaining({
        id: known.id,
        email,
        first_name: known.first_name,
        role,
        school_id: school === null ? null : known.school_id,
        school_name: school,
        school_time_zone: school === null ? null : 'Africa/Nairobi',
        school_version: school === null ? null : school === 'Lakeside School' ? 'standalone' : 'saas',
        content_revision: known.revision,
        sold:
          school === null
            ? null
            : school === 'Lakeside School'
              ? ['standalone']
              : // It has these already, and nothing of them is sold for its version.
                [
                  'saas',
                  ...['behaviour-records', 'biometrics', 'google-meet', 'live-classes', 'quick-fees', 'thermal-print'].map(
                    (key) => `addon:${key}`,
                  ),
                ],
      }),
    ]);
  });

  it('follows a changed role and a closed school at once', async () => {
    const change = (sql: string) => database.owner.query(sql, [teacher]);
    await change("update public.users set role = 'staff' where email = $1");
    expect(await identityOf(teacher)).toMatchObject([{ role: 'staff' }]);
    await change('update public.schools set is_active = false where id = (select school_id from public.users where email = $1)');
    expect(await identityOf(teacher)).toMatchObject([{ role: 'staff', school_name: null }]);
    await change('update public.schools set is_active = true where id = (select school_id from public.users where email = $1)');
    await change("update public.users set role = 'teacher' where email = $1");
  });

  it('names the school whose records a super admin has open, until they close', async () => {
    const call = (sql: string) => database.as(superAdmin, (client) => client.query(sql));
    expect(await identityOf(superAdmin)).toMatchObject([{ opened_records: null }]);
    await call("select public.open_records((select id from public.schools where name = 'Lakeside School'), 'A parent asked us to look')");
    expect(await identityOf(superAdmin)).toMatchObject([{ opened_records: [{ school: 'Lakeside School', until: expect.any(String) }] }]);
    expect(await identityOf('admin@lakeside.test')).toMatchObject([{ opened_records: null }]);
    await call('select public.close_records()');
    expect(await identityOf(superAdmin)).toMatchObject([{ opened_records: null }]);
  });

  it('names the language that the caller chose, a super admin too, and nobody else', async () => {
    const choose = (caller: Caller, language: string) =>
      database.as(caller, (client) => client.query('select public.set_language($1)', [language]));
    await choose(teacher, 'sw');
    await choose(superAdmin, 'en');
    expect(await identityOf(teacher)).toMatchObject([{ language: 'sw' }]);
    expect(await identityOf(superAdmin)).toMatchObject([{ language: 'en' }]);
    expect(await identityOf('admin@greenfield.test')).toMatchObject([{ language: null }]);
    const { rows } = await database.owner.query("select raw_user_meta_data ->> 'language' as language from auth.users where email = $1", [
      teacher,
    ]);
    expect(rows, 'for the mails of Auth').toEqual([{ language: 'sw' }]);
    expect((await refusal(choose(teacher, 'de')))?.code).toBe('23514');
    expect((await refusal(choose(null, 'sw')))?.code).toBe('42501');
  });

  it('is nothing to a visitor', async () => {
    expect((await refusal(identityOf(null)))?.code).toBe('42501');
  });
});
