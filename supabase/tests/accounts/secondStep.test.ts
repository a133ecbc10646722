import { afterEach, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { refusal, superAdmin, useDatabase } from '../database.ts';

/** Which roles must sign in with an authenticator app: the database keeps the others out. */
const database = useDatabase();
const [admin, teacher, staff] = ['admin@greenfield.test', 'teacher@greenfield.test', 'staff@greenfield.test'] as const;

const at = async <Row extends pg.QueryResultRow>(caller: string, aal: string, sql: string) => {
  const client = await database.connect(caller, { aal });
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};
const students = async (caller: string, aal: string) =>
  (await at<{ n: number }>(caller, aal, 'select count(*) as n from public.students'))[0]!.n;
afterEach(() => database.owner.query('delete from private.second_step_rules'));

describe('a role that must have a second step', () => {
  it('reads nothing with a password only, and everything of its own with a code', async () => {
    const before = await students(staff, 'aal1');
    expect(before).toBeGreaterThan(0);
    await at(admin, 'aal1', "select public.set_second_step_roles('{staff}')");
    expect(await students(staff, 'aal1')).toBe(0);
    expect(await at(staff, 'aal1', 'select * from public.current_identity()')).toEqual([]);
    expect(await at(staff, 'aal1', 'select from public.users')).toEqual([]);
    const waits = 'select public.must_enrol() as must, public.role_to_enrol() as role';
    expect(await at(staff, 'aal1', waits)).toEqual([{ must: true, role: 'staff' }]);
    expect(await students(staff, 'aal2')).toBe(before);
    expect(await at(staff, 'aal2', waits)).toEqual([{ must: false, role: null }]);
    // Of this school and this role only.
    expect(await students(teacher, 'aal1')).toBeGreaterThan(0);
    expect(await students('teacher@lakeside.test', 'aal1')).toBeGreaterThan(0);
  });

  it('is chosen by an administrator for their school, who has an authenticator where it is their own', async () => {
    expect((await refusal(at(teacher, 'aal1', "select public.set_second_step_roles('{teacher}')")))?.code).toBe('42501');
    expect((await refusal(at(admin, 'aal1', "select public.set_second_step_roles('{admin}')")))?.hint).toBe('second_step.own_first');
    expect((await refusal(at(admin, 'aal2', "select public.set_second_step_roles('{super_admin}')")))?.hint).toBe(
      'second_step.money_roles',
    );
    await at(admin, 'aal2', "select public.set_second_step_roles('{admin,staff}')");
    expect(await at(admin, 'aal2', 'select public.second_step_roles()::text[] as roles')).toEqual([{ roles: ['admin', 'staff'] }]);
    expect(await students(admin, 'aal1')).toBe(0);
    expect(await at('admin@lakeside.test', 'aal1', 'select public.second_step_roles()::text[] as roles')).toEqual([{ roles: [] }]);
    const { rows } = await database.owner.query(
      "select before, after from public.audit_log where entity = 'second_step_rules' order by id desc limit 1",
    );
    expect(rows).toEqual([{ before: { roles: [] }, after: { roles: ['admin', 'staff'] } }]);
  });

  it('holds for super admins too', async () => {
    expect((await refusal(at(superAdmin, 'aal1', "select public.set_second_step_roles('{super_admin}')")))?.hint).toBe(
      'second_step.own_first',
    );
    await at(superAdmin, 'aal2', "select public.set_second_step_roles('{super_admin}')");
    expect((await refusal(at(superAdmin, 'aal1', 'select public.second_step_roles()')))?.code).toBe('42501');
    expect(await at(superAdmin, 'aal1', 'select public.role_to_enrol() as role')).toEqual([{ role: 'super_admin' }]);
    expect(await at(superAdmin, 'aal1', 'select from public.schools')).toEqual([]);
    expect((await at(superAdmin, 'aal2', 'select from public.schools')).length).toBeGreaterThan(1);
  });

  it('always holds for super admins, administrators and the office where there is no demonstration data', async () => {
    await database.owner.query('update public.schools set is_demo = false');
    try {
      for (const caller of [superAdmin, admin, staff]) {
        expect(await at(caller, 'aal1', 'select from public.schools'), caller).toEqual([]);
        expect(await at(caller, 'aal1', 'select public.must_enrol() as must'), caller).toEqual([{ must: true }]);
        expect((await at(caller, 'aal2', 'select from public.schools')).length, caller).toBeGreaterThan(0);
      }
      expect(await students(teacher, 'aal1')).toBeGreaterThan(0);
      expect(await students('parent@greenfield.test', 'aal1')).toBeGreaterThan(0);
      expect(
        await at(admin, 'aal2', 'select public.second_step_roles()::text[] as required, public.fixed_second_step_roles()::text[] as fixed'),
      ).toEqual([{ required: ['admin', 'staff'], fixed: ['admin', 'staff'] }]);
      expect(await at(superAdmin, 'aal2', 'select public.fixed_second_step_roles()::text[] as fixed')).toEqual([
        { fixed: ['super_admin'] },
      ]);
      expect((await refusal(at(admin, 'aal2', "select public.set_second_step_roles('{admin}')")))?.hint).toBe('second_step.fixed');
      expect((await refusal(at(teacher, 'aal2', 'select public.fixed_second_step_roles()')))?.code).toBe('42501');
    } finally {
      await database.owner.query("update public.schools set is_demo = true where name in ('Greenfield Academy', 'Lakeside School')");
    }
  });
});
