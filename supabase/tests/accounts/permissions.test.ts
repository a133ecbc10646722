import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionDeclarations } from '@masomo/domain/permissionDeclarations';
import { permissions, rolesWith, type CorePermission } from '@masomo/domain/permissions';
import { modulePermissions } from '@masomo/tools/modules/declarations.ts';
import { refusal, superAdmin, useDatabase, type Caller } from '../database.ts';
import { addFixture } from '../access/fixture.ts';

const database = useDatabase();
const callers = {
  super_admin: superAdmin,
  admin: 'admin@greenfield.test',
  teacher: 'teacher@greenfield.test',
  staff: 'staff@greenfield.test',
  parent: 'parent@greenfield.test',
  student: 'student@greenfield.test',
  user: 'visitor@example.test',
} as const;
const one = async <T>(caller: Caller, expression: string) =>
  (await database.as(caller, (client) => client.query<{ value: T }>(`select ${expression} as value`))).rows[0]!.value;
const may = (caller: Caller, permission: string) => one<boolean>(caller, `private.may('${permission}')`);

beforeAll(() => addFixture(database.owner));

/** What is declared of each permission, those of modules and add-ons too. */
const declared: Record<string, { roles: readonly string[]; isAboutChildren?: true | undefined }> = {
  ...Object.fromEntries(
    (Object.keys(permissions) as CorePermission[]).map((name) => [name, { ...permissionDeclarations[name], roles: rolesWith(name) }]),
  ),
  ...modulePermissions,
};

it.each(Object.entries(callers))('%s has what the declaration gives', async (role, caller) => {
  const given = Object.keys(declared).filter(
    (name) => declared[name]!.roles.includes(role) && !(role === 'super_admin' && declared[name]!.isAboutChildren),
  );
  const { rows } = await database.as(caller, (client) =>
    client.query<{ permissions: string[] }>('select permissions from public.current_identity()'),
  );
  expect(rows[0]?.permissions.toSorted()).toEqual(given.toSorted());
  for (const name of Object.keys(declared)) expect([name, await may(caller, name)]).toEqual([name, given.includes(name)]);
});

it('a visitor, a part of a name and an unknown name have none', async () => {
  expect(await may(null, 'store:buy')).toBe(false);
  expect(await may(callers.admin, 'school')).toBe(false);
  expect(await may(callers.admin, 'school:ru')).toBe(false);
  expect(await may(callers.admin, 'true')).toBe(false);
});

describe("a permission that shows children's records", () => {
  beforeEach(async () => {
    await database.owner.query(`
      insert into private.permissions (name, sentence, is_platform, is_about_children) values ('test:read-all', 'May see tests.', false, true);
      insert into private.role_permissions (role_id, permission) select id, 'test:read-all' from private.school_roles where slug in ('super_admin', 'staff')`);
  });
  afterEach(() => database.owner.query("delete from private.permissions where name = 'test:read-all'; delete from public.record_openings"));

  it("is a super admin's only while the records of a school are open", async () => {
    expect(await may(superAdmin, 'test:read-all')).toBe(false);
    await database.owner.query(
      `insert into public.record_openings (school_id, opened_by, reason)
       select s.id, a.id, 'To look at a ticket' from public.schools s, public.super_admins a where s.name = 'Greenfield Academy'`,
    );
    expect(await may(superAdmin, 'test:read-all')).toBe(true);
    expect(await one(superAdmin, "private.school_where('test:read-all')")).toBeNull();
  });

  it('follows a change of the role from the next statement, and takes the person to their school', async () => {
    expect(await may(callers.staff, 'test:read-all')).toBe(true);
    expect(await one(callers.staff, "private.school_where('test:read-all') = private.my_school()")).toBe(true);
    expect(await one(callers.teacher, "private.school_where('test:read-all')")).toBeNull();
    await database.owner.query("delete from private.role_permissions where permission = 'test:read-all'");
    expect(await may(callers.staff, 'test:read-all')).toBe(false);
  });

  it('names the people of a school who have it', async () => {
    const { rows } = await database.owner.query<{ found: string[]; staff: string[] }>(
      `select private.people_with(h.id, 'test:read-all') as found,
         array(select u.id from public.users u where u.school_id = h.id and u.role = 'staff' and u.is_active order by u.id) as staff
       from public.schools h where h.name = 'Greenfield Academy'`,
    );
    expect(rows[0]!.found).toEqual(rows[0]!.staff);
    expect(rows[0]!.found.length).toBeGreaterThan(0);
  });
});

it('who lacks a permission is refused in one way, and differently where only the platform has it', async () => {
  const required = (caller: Caller, permission: string) =>
    refusal(database.asCommand(caller ?? '', (client) => client.query('select private.require($1)', [permission])));
  expect(await required(callers.admin, 'school:run')).toBeNull();
  expect(await required(callers.teacher, 'school:run')).toMatchObject({
    code: '42501',
    hint: 'permission.missing',
    message:
      "Your role does not have the permission that this needs: “May change the school's settings, campuses and add-ons.” Ask an administrator of your school.",
    args: { permission: { sentence: "May change the school's settings, campuses and add-ons.", args: {} } },
  });
  expect(await required(callers.admin, 'price:write')).toMatchObject({ code: '42501', hint: 'permission.super_admin_only' });
});
