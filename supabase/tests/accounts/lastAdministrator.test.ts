import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase, type Caller } from '../database.ts';
import { useRoles } from './roleFixtures.ts';

const database = useDatabase();
const { one, owned, refused, personId, profile, commonRole, give, membership, newPerson, schoolNamed } = useRoles(database);
const admin = 'admin@greenfield.test';

let greenfield: string;
let lakeside: string;
beforeAll(async () => {
  greenfield = await schoolNamed('Greenfield Academy');
  lakeside = await schoolNamed('Lakeside School');
});

describe('the last administrator of a school', () => {
  const last = 'role.last_administrator';
  it('keeps the role, whichever way it would end', async () => {
    const id = await personId(admin);
    const own = await membership(admin, await commonRole('admin'));
    const ways: [Caller, string, unknown[]][] = [
      [superAdmin, "public.set_user_role($1, 'staff', $2)", [id, greenfield]],
      [superAdmin, "public.set_user_role($1, 'admin', $2)", [id, lakeside]],
      [superAdmin, "public.set_user_role($1, 'user')", [id]],
      [superAdmin, 'public.set_user_active($1, false)', [id]],
      [superAdmin, 'public.give_role($1, $3, $2, null, private.today() + 9)', [id, greenfield, await commonRole('admin')]],
    ];
    for (const [caller, call, values] of ways) expect(await refused(caller, call, values), call).toBe(last);
    await give(superAdmin, admin, await commonRole('teacher'), `, '${greenfield}'`);
    expect(await refused(superAdmin, 'public.take_role($1)', [own])).toBe(last);
    for (const statement of [
      'delete from auth.users where id = $1',
      'delete from private.memberships where user_id = $1',
      'update public.users set is_active = false where id = $1',
      "update public.users set role = 'user', school_id = null where id = $1",
    ])
      expect((await refusal(database.owner.query(statement, [id])))?.hint, statement).toBe(last);
    expect(await profile(admin)).toEqual({ role: 'admin', school_id: greenfield });
  });

  it('may go once there is another, who then is the last', async () => {
    const second = await newPerson('second-admin', 'admin', greenfield);
    const id = await personId(second);
    await one(second, "public.set_user_role($1, 'teacher', $2)", [await personId(admin), greenfield]);
    expect(await refused(superAdmin, 'public.set_user_active($1, false)', [id])).toBe(last);
    await one(second, "public.set_user_role($1, 'admin', $2)", [await personId(admin), greenfield]);
    await one(admin, 'public.set_user_active($1, false)', [id]);
  });
});

describe('the profile and the roles of a person', () => {
  it('say the same, whichever is written', async () => {
    const person = await newPerson('changing', 'parent', greenfield);
    const roles = () =>
      owned<string[]>(
        '(select array_agg(coalesce(r.name, r.slug) order by coalesce(r.name, r.slug)) from private.memberships m join private.school_roles r on r.id = m.role_id where m.user_id = (select id from public.users where email = $1))',
        [person],
      );
    expect(await roles()).toEqual(['parent']);
    await give(admin, person, await commonRole('teacher'));
    expect([await roles(), await profile(person)]).toEqual([['parent', 'teacher'], { role: 'teacher', school_id: greenfield }]);
    expect(await one(person, 'private.my_bases()::text[]')).toEqual(['teacher', 'parent']);
    await one(admin, "public.set_user_role($1, 'staff', $2)", [await personId(person), greenfield]);
    expect([await roles(), await profile(person)]).toEqual([['staff'], { role: 'staff', school_id: greenfield }]);
    await database.owner.query("update public.users set role = 'student' where email = $1", [person]);
    expect(await roles()).toEqual(['student']);
    expect(await refused(admin, 'public.take_role($1)', [await membership(person, await commonRole('student'))])).toBe('role.only_one');
    await one(superAdmin, "public.set_user_role($1, 'user')", [await personId(person)]);
    expect(await roles()).toBeNull();
  });
});
