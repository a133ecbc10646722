import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { useRoles } from './roleFixtures.ts';

const database = useDatabase();
const { ask, one, owned, refused, personId, profile, commonRole, saveRole, give, membership, newPerson, schoolNamed } = useRoles(database);
const admin = 'admin@greenfield.test';
const teacher = 'teacher@greenfield.test';
const staff = 'staff@greenfield.test';
const bursarPermissions = ['profile:edit', 'school:work', 'student:read-all', 'fee:read', 'fee-payment:record', 'finance:read'];

let greenfield: string;
beforeAll(async () => {
  greenfield = await schoolNamed('Greenfield Academy');
});

describe("a school's own role", () => {
  let bursar: string;
  let role: string;
  beforeAll(async () => {
    bursar = await newPerson('bursar', 'staff', greenfield);
    role = await saveRole(admin, 'Bursar', bursarPermissions);
    await give(admin, bursar, role);
    await one(admin, 'public.take_role($1)', [await membership(bursar, await commonRole('staff'))]);
  });

  it('lets somebody do exactly what was ticked', async () => {
    expect(await one(bursar, '(select permissions from public.current_identity())')).toEqual(bursarPermissions.toSorted());
    expect(await one(bursar, 'private.my_role()')).toBe('staff');
    expect(await one<number>(bursar, '(select count(*) from public.students)')).toBeGreaterThan(0);
    expect(await one<number>(bursar, '(select count(*) from public.student_records)')).toBe(0);
    expect(await one<number>(bursar, '(select count(*) from public.attendance)')).toBe(0);
    const student = await owned<string>('(select id from public.students where school_id = $1 order by id limit 1)', [greenfield]);
    expect(await one(bursar, "public.record_fee_payment($1, 100, 'cash')", [student])).toBeTruthy();
    expect(
      await refused(bursar, "public.save_fee('Tuition', 100)".replace("'Tuition', 100", "'Tuition', 100, null, null, null")),
    ).not.toBeNull();
    expect(await refused(staff, "public.record_fee_payment($1, 100, 'cash')", [student])).toBe('fee.payments_not_yours');
  });

  it('follows a change at the next request, also of the base', async () => {
    await saveRole(admin, 'Bursar', [...bursarPermissions, 'attendance:read-all'], 'teacher', role);
    expect(await one<number>(bursar, '(select count(*) from public.attendance)')).toBeGreaterThan(0);
    expect(await one(bursar, 'private.my_role()')).toBe('teacher');
    expect(await profile(bursar)).toEqual({ role: 'teacher', school_id: greenfield });
    await saveRole(admin, 'Bursar', bursarPermissions, 'staff', role);
    expect(await one<number>(bursar, '(select count(*) from public.attendance)')).toBe(0);
    expect(await profile(bursar)).toEqual({ role: 'staff', school_id: greenfield });
  });

  it('is an addressee: by a permission, and by its base', async () => {
    const id = await personId(bursar);
    expect(await owned<string[]>("private.people_with($1, 'fee-payment:record')", [greenfield])).toContain(id);
    expect(await owned<string[]>("private.people_with($1, 'record:read-all')", [greenfield])).not.toContain(id);
    expect(await owned<string[]>("private.people_of($1, '{staff}')", [greenfield])).toContain(id);
    expect(await owned<string[]>("private.people_of($1, '{teacher,parent}')", [greenfield])).not.toContain(id);
  });

  it('is asked for a second step as soon as it reads of children or takes money', async () => {
    const driver = await newPerson('driver', 'staff', greenfield);
    await give(admin, driver, await saveRole(admin, 'Driver', ['profile:edit', 'school:work']));
    await one(admin, 'public.take_role($1)', [await membership(driver, await commonRole('staff'))]);
    await database.owner.query('update public.schools set is_demo = false');
    try {
      expect(await ask(bursar, 'select * from public.current_identity()')).toEqual([]);
      expect(await one(bursar, 'public.must_enrol()')).toBe(true);
      expect(await one(driver, '(select permissions from public.current_identity())')).toEqual(['profile:edit', 'school:work']);
      const client = await database.connect(bursar, { aal: 'aal2' });
      expect((await client.query('select from public.current_identity()')).rows).toHaveLength(1);
      await client.end();
    } finally {
      await database.owner.query("update public.schools set is_demo = true where name in ('Greenfield Academy', 'Lakeside School')");
    }
  });

  it('is not removed while somebody has it, and says who', async () => {
    const failure = await refusal(database.as(admin, (client) => client.query('select public.delete_school_role($1)', [role])));
    expect(failure).toMatchObject({ hint: 'role.in_use', message: 'These people have this role: bursar Test. Take it from them first.' });
    const empty = await saveRole(admin, 'Nobody', ['school:work']);
    await one(admin, 'public.delete_school_role($1)', [empty]);
    expect(await owned('exists (select from private.school_roles where id = $1)', [empty])).toBe(false);
  });

  it('is written in the log with what it allowed before and allows now', async () => {
    const { rows } = await database.owner.query<{ action: string; after: { name: string } }>(
      "select action, after from public.audit_log where entity = 'school_roles' and entity_id = $1 order by id",
      [role],
    );
    expect(rows.map(({ action }) => action)).toEqual(['insert', 'update', 'update']);
    expect(rows[0]!.after).toEqual({ name: 'Bursar', base: 'staff', permissions: bursarPermissions.toSorted() });
  });

  it.each([
    ['no name', ['', 'staff', ['school:work']], 'text.missing'],
    ['a name that is taken', ['  bursar ', 'staff', ['school:work']], 'role.name_taken'],
    ['a parent as its base', ['Class parent', 'parent', ['school:work']], 'role.base'],
    ['nothing ticked', ['Idle', 'staff', []], 'role.empty'],
    ["a permission of the platform's", ['Platform', 'staff', ['platform:read']], 'role.platform_permission'],
    ['an unknown permission', ['Unknown', 'staff', ['school:fly']], 'role.unknown_permission'],
  ])('is refused with %s', async (_name, values, hint) => {
    const failure = await refused(admin, 'public.save_school_role($1, $2, $3)', values);
    if (hint === 'text.missing') expect(failure).not.toBeNull();
    else expect(failure).toBe(hint);
  });

  it('never has a permission of the platform, whichever way it is written', async () => {
    await expect(
      database.owner.query("insert into private.role_permissions (role_id, permission) values ($1, 'platform:read')", [role]),
    ).rejects.toMatchObject({ hint: 'role.platform_permission' });
  });

  it("is its school's alone", async () => {
    const other = 'admin@lakeside.test';
    expect((await ask<string>(other, 'select id from public.school_roles()')).map(({ id }) => id)).not.toContain(role);
    expect(await refused(other, 'public.delete_school_role($1)', [role])).toBe('role.not_found');
    expect(await refused(other, "public.save_school_role('Mine', 'staff', '{school:work}', $1)", [role])).toBe('role.not_found');
    expect(await refused(other, 'public.give_role($1, $2)', [await personId('teacher@lakeside.test'), role])).toBe('role.not_found');
    expect(await refused(other, 'public.take_role($1)', [await membership(bursar, role)])).toBe('role.not_held');
  });
});

describe('the roles that every school has', () => {
  it.each(['admin', 'teacher', 'staff', 'parent', 'student', 'user', 'super_admin'])('%s is changed by no school', async (base) => {
    const role = await commonRole(base);
    expect(await refused(admin, "public.save_school_role('Other', 'staff', '{school:work}', $1)", [role])).toBe('role.common');
    expect(await refused(admin, 'public.delete_school_role($1)', [role])).toBe('role.common');
  });

  it('of those who run the platform are given by none', async () => {
    for (const base of ['super_admin', 'user'])
      expect(await refused(admin, 'public.give_role($1, $2)', [await personId(teacher), await commonRole(base)])).toBe('role.not_found');
  });
});

it('each suggested role allows what exists, and can be taken as it is by an administrator', async () => {
  const suggestions = await ask<never>(admin, 'select * from public.role_suggestions()');
  expect(suggestions).toHaveLength(12);
  for (const { name, base, permissions } of suggestions as unknown as { name: string; base: string; permissions: string[] }[])
    expect(await saveRole(admin, `Suggested ${name}`, permissions, base), name).toBeTruthy();
});
