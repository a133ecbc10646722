import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';
import { useRoles } from './roleFixtures.ts';

const database = useDatabase();
const { ask, one, owned, refused, personId, commonRole, saveRole, give, membership, newPerson, schoolNamed } = useRoles(database);
const admin = 'admin@greenfield.test';
const teacher = 'teacher@greenfield.test';
const staff = 'staff@greenfield.test';

let greenfield: string;
beforeAll(async () => {
  greenfield = await schoolNamed('Greenfield Academy');
});

describe('who gives roles', () => {
  let deputy: string;
  let bursar: string;
  beforeAll(async () => {
    deputy = await newPerson('deputy', 'staff', greenfield);
    await give(
      admin,
      deputy,
      await saveRole(admin, 'Deputy', ['school:work', 'role:manage', 'account:manage', 'student:read-all', 'profile:edit', 'store:buy']),
    );
    await one(admin, 'public.take_role($1)', [await membership(deputy, await commonRole('staff'))]);
    bursar = await saveRole(admin, 'Bursar', ['school:work', 'fee-payment:record']);
  });

  it('gives nothing that they lack: not in a role, not by a role, not by an invitation or a changed profile', async () => {
    const id = await personId(teacher);
    expect(await refused(deputy, "public.save_school_role('Cashier', 'staff', '{fee-payment:record}')")).toBe('role.gives_beyond_own');
    expect(await refused(deputy, "public.save_school_role('Marker', 'staff', '{grade:write}')")).toBe('role.gives_beyond_own');
    for (const base of ['admin', 'staff', 'teacher'])
      expect(await refused(deputy, 'public.give_role($1, $2)', [id, await commonRole(base)]), base).toBe('role.beyond_own');
    expect(await refused(deputy, "public.set_user_role($1, 'admin', $2)", [id, greenfield])).toBe('role.beyond_own');
    expect(await refused(deputy, "public.invite_user('new@roles.test', 'admin', $1)", [greenfield])).toBe('role.beyond_own');
    expect(await refused(deputy, 'public.give_role($1, $2)', [id, bursar])).toBe('role.beyond_own');
    expect(await refused(deputy, "public.save_school_role('Bursar', 'staff', '{school:work}', $1)", [bursar])).toBe('role.beyond_own');
    expect(await refused(deputy, 'public.delete_school_role($1)', [bursar])).toBe('role.beyond_own');
    expect(await refused(deputy, 'public.take_role($1)', [await membership(admin, await commonRole('admin'))])).toBe('role.beyond_own');
    expect(await refused(deputy, 'public.set_user_active($1, false)', [await personId(admin)])).toBe('role.beyond_own');
    expect(await give(deputy, teacher, await saveRole(deputy, 'Reader', ['student:read-all']))).toBeTruthy();
    expect(await give(deputy, teacher, await commonRole('parent'))).toBeTruthy();
  });

  it('gives themselves nothing', async () => {
    const me = await personId(deputy);
    const own = await owned<string>("(select id from private.school_roles where name = 'Deputy')");
    expect(await refused(deputy, 'public.give_role($1, $2)', [me, own])).toBe('user.own_role');
    expect(await refused(deputy, 'public.take_role($1)', [await membership(deputy, own)])).toBe('user.own_role');
    expect(
      await refused(
        deputy,
        "public.save_school_role('Deputy', 'admin', '{school:work,role:manage,account:manage,student:read-all,profile:edit,store:buy}', $1)",
        [own],
      ),
    ).toBe('role.own');
    expect(await refused(admin, 'public.give_role($1, $2)', [await personId(admin), own])).toBe('user.own_role');
  });

  it('is nobody without the permission', async () => {
    for (const caller of [teacher, staff, 'parent@greenfield.test', 'student@greenfield.test'])
      for (const call of [
        "public.save_school_role('Mine', 'staff', '{school:work}')",
        'public.school_roles()',
        'public.people_with_roles()',
        "public.find_role_people('a')",
      ])
        expect(await refused(caller, call), `${caller} ${call}`).toBe('permission.missing');
  });

  it('names days that are not over, and a campus of the school', async () => {
    const id = await personId(staff);
    const role = await commonRole('parent');
    expect(await refused(admin, 'public.give_role($1, $2, null, null, private.today() - 1)', [id, role])).toBe('role.dates');
    expect(await refused(admin, 'public.give_role($1, $2, null, private.today() + 5, private.today() + 4)', [id, role])).toBe('role.dates');
    expect(await refused(admin, 'public.give_role($1, $2, campus_id => gen_random_uuid())', [id, role])).toBe('role.campus');
  });
});

describe('a role from a day until a day', () => {
  it('holds on these days only', async () => {
    const person = await newPerson('temporary', 'staff', greenfield);
    const role = await saveRole(admin, 'Examiner', ['school:work', 'result:read-all']);
    const days = (from: number, until: number) =>
      database.owner.query(
        'update private.memberships set starts_on = private.today() + $2::integer, ends_on = private.today() + $3::integer where role_id = $1',
        [role, from, until],
      );
    await give(admin, person, role, ', null, private.today(), private.today()');
    expect(await one(person, "private.may('result:read-all')")).toBe(true);
    await days(1, 9);
    expect(await one(person, "private.may('result:read-all')")).toBe(false);
    await days(-9, -1);
    expect(await one(person, "private.may('result:read-all')")).toBe(false);
    expect(await owned<string[]>("private.people_with($1, 'result:read-all')", [greenfield])).not.toContain(await personId(person));
    await one(admin, 'public.delete_school_role($1)', [role]);
  });
});

it('lists who has a role by page and by words, with the number of all of them', async () => {
  const student = await commonRole('student');
  const page = (more: string) => ask<unknown>(admin, `select name, total from public.people_with_roles(of_role => $1${more})`, [student]);
  await database.owner.query(
    `with made as (insert into auth.users (id, aud, role, email, created_at, updated_at)
       select gen_random_uuid(), 'authenticated', 'authenticated', 'many' || n || '@roles.test', now(), now() from generate_series(1, 1005) n
       returning id, email)
     select count(*) from made`,
  );
  await database.owner.query(
    "update public.users set role = 'student', school_id = $1, first_name = 'Many', last_name = 'Zz' || email where email like 'many%@roles.test'",
    [greenfield],
  );
  const [first] = await page('');
  const total = Number(first!['total']);
  expect(total).toBeGreaterThan(1005);
  expect(await page(', size => 20')).toHaveLength(20);
  expect(await page(`, skipped => ${total - 3}`)).toHaveLength(3);
  expect(await page(", search => 'many1005@'")).toEqual([{ name: 'Many Zzmany1005@roles.test', total: 1 }]);
});
