import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase, type Caller } from '../database.ts';

const database = useDatabase();
const admin = 'admin@greenfield.test';
const teacher = 'teacher@greenfield.test';
const staff = 'staff@greenfield.test';
const bursarPermissions = ['profile:edit', 'school:work', 'student:read-all', 'fee:read', 'fee-payment:record', 'finance:read'];

const ask = async <T>(caller: Caller, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<Record<string, T>>(sql, values))).rows;
const one = async <T>(caller: Caller, expression: string, values: unknown[] = []) =>
  (await ask<T>(caller, `select ${expression} as value`, values))[0]!['value']!;
const owned = async <T>(expression: string, values: unknown[] = []) =>
  (await database.owner.query<{ value: T }>(`select ${expression} as value`, values)).rows[0]!.value;
const refused = (caller: Caller, expression: string, values: unknown[] = []) =>
  refusal(database.as(caller, (client) => client.query(`select ${expression}`, values))).then(
    (failure) => failure && (failure.hint ?? failure.message),
  );
const personId = (email: string) => owned<string>('(select id from public.users where email = $1)', [email]);
const commonRole = (base: string) => owned<string>(`private.common_role('${base}')`);
const profile = async (email: string) =>
  (
    await database.owner.query<{ role: string; school_id: string | null }>('select role, school_id from public.users where email = $1', [
      email,
    ])
  ).rows[0];
const saveRole = (caller: Caller, name: string, permissions: string[], base = 'staff', role: string | null = null) =>
  one<string>(caller, 'public.save_school_role($1, $2, $3, $4)', [name, base, permissions, role]);
const give = async (caller: Caller, email: string, role: string, more = '') =>
  one<string>(caller, `public.give_role($1, $2${more})`, [await personId(email), role]);
const membership = (email: string, role: string) =>
  owned<string>('(select m.id from private.memberships m join public.users u on u.id = m.user_id where u.email = $1 and m.role_id = $2)', [
    email,
    role,
  ]);

let greenfield: string;
let lakeside: string;
beforeAll(async () => {
  greenfield = await owned("(select id from public.schools where name = 'Greenfield Academy')");
  lakeside = await owned("(select id from public.schools where name = 'Lakeside School')");
});

/** A new account of a school. */
async function newPerson(name: string, role: string, school: string): Promise<string> {
  const email = `${name}@roles.test`;
  await database.owner.query(
    "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now())",
    [email],
  );
  await database.owner.query(
    'update public.users set role = $2::public.user_role, school_id = $3, first_name = $4, last_name = $5 where email = $1',
    [email, role, school, name, 'Test'],
  );
  return email;
}

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

describe('who gives roles', () => {
  let deputy: string;
  beforeAll(async () => {
    deputy = await newPerson('deputy', 'staff', greenfield);
    await give(
      admin,
      deputy,
      await saveRole(admin, 'Deputy', ['school:work', 'role:manage', 'account:manage', 'student:read-all', 'profile:edit', 'store:buy']),
    );
    await one(admin, 'public.take_role($1)', [await membership(deputy, await commonRole('staff'))]);
  });

  it('gives nothing that they lack: not in a role, not by a role, not by an invitation or a changed profile', async () => {
    const id = await personId(teacher);
    expect(await refused(deputy, "public.save_school_role('Cashier', 'staff', '{fee-payment:record}')")).toBe('role.gives_beyond_own');
    expect(await refused(deputy, "public.save_school_role('Marker', 'staff', '{grade:write}')")).toBe('role.gives_beyond_own');
    for (const base of ['admin', 'staff', 'teacher'])
      expect(await refused(deputy, 'public.give_role($1, $2)', [id, await commonRole(base)]), base).toBe('role.beyond_own');
    expect(await refused(deputy, "public.set_user_role($1, 'admin', $2)", [id, greenfield])).toBe('role.beyond_own');
    expect(await refused(deputy, "public.invite_user('new@roles.test', 'admin', $1)", [greenfield])).toBe('role.beyond_own');
    const bursar = await owned<string>("(select id from private.school_roles where name = 'Bursar')");
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
        '(select array_agg(coalesce(r.name, r.slug) order by 1) from private.memberships m join private.school_roles r on r.id = m.role_id where m.user_id = (select id from public.users where email = $1))',
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

describe('a person of two schools', () => {
  let person: string;
  beforeAll(async () => {
    person = await newPerson('director', 'teacher', greenfield);
    await give(superAdmin, person, await commonRole('admin'), `, '${lakeside}'`);
  });
  const at = async () => (await ask<unknown>(person, 'select role, school_id, permissions from public.current_identity()'))[0]!;
  const students = () => one<string[]>(person, 'array(select distinct school_id::text from public.students)');

  it('starts at their own, and is at one of them at a time', async () => {
    expect(await at()).toMatchObject({ role: 'teacher', school_id: greenfield });
    expect(await one<{ name: string }[]>(person, '(select schools from public.current_identity())')).toMatchObject([
      { name: 'Greenfield Academy' },
      { name: 'Lakeside School' },
    ]);
    await one(person, 'public.switch_school($1)', [lakeside]);
    expect(await at()).toMatchObject({ role: 'admin', school_id: lakeside });
    expect(await students()).toEqual([lakeside]);
    expect(await refused(person, "public.set_user_role($1, 'parent', $2)", [await personId(teacher), greenfield])).toBe(
      'permission.account_keeper',
    );
    await one(person, 'public.switch_school($1)', [greenfield]);
    expect(await at()).toMatchObject({ role: 'teacher', school_id: greenfield });
    expect(await students()).not.toContain(lakeside);
  });

  it('goes back to their own school when the role at the other ends, also in a session that is there', async () => {
    await one(person, 'public.switch_school($1)', [lakeside]);
    await one('admin@lakeside.test', 'public.take_role($1)', [await membership(person, await commonRole('admin'))]);
    expect(await at()).toMatchObject({ role: 'teacher', school_id: greenfield });
    expect(await refused(person, 'public.switch_school($1)', [lakeside])).toBe('school.not_yours');
    await give(superAdmin, person, await commonRole('admin'), `, '${lakeside}'`);
  });

  it('is among the people of both, and a person of one of their schools is given a role at the other', async () => {
    const id = await personId(person);
    const found = await ask<string>('teacher@lakeside.test', 'select id from public.users');
    expect(found.map((row) => row['id'])).toContain(id);
    expect(await ask('admin@lakeside.test', 'select role, email from public.list_accounts($1)', [lakeside])).toContainEqual({
      role: 'admin',
      email: person,
    });
    expect(await refused('admin@lakeside.test', 'public.give_role($1, $2)', [await personId(teacher), await commonRole('teacher')])).toBe(
      'role.no_such_person',
    );
    await give(superAdmin, person, await commonRole('admin'), `, '${greenfield}'`);
    await one(person, 'public.switch_school($1)', [lakeside]);
    expect(await give(person, teacher, await commonRole('teacher'))).toBeTruthy();
    expect(await profile(teacher)).toMatchObject({ school_id: greenfield });
  });

  it('reaches no school by a forged choice', async () => {
    expect(await refused(teacher, 'public.switch_school(gen_random_uuid())')).toBe('school.not_yours');
    expect(await refused('parent@greenfield.test', 'public.switch_school($1)', [lakeside])).toBe('school.not_yours');
    expect(await refused(null, 'public.switch_school($1)', [lakeside])).not.toBeNull();
    await database.owner.query(
      "insert into private.active_schools (session_id, school_id) select s.id, $1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = 'staff@greenfield.test'",
      [lakeside],
    );
    expect(await one(staff, 'private.my_school()')).toBe(greenfield);
  });
});

it('each suggested role allows what exists, and can be taken as it is by an administrator', async () => {
  const suggestions = await ask<never>(admin, 'select * from public.role_suggestions()');
  expect(suggestions).toHaveLength(12);
  for (const { name, base, permissions } of suggestions as unknown as { name: string; base: string; permissions: string[] }[])
    expect(await saveRole(admin, `Suggested ${name}`, permissions, base), name).toBeTruthy();
});
