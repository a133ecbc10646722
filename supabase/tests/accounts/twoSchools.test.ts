import { beforeAll, describe, expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';
import { useRoles } from './roleFixtures.ts';

const database = useDatabase();
const { ask, one, refused, personId, profile, commonRole, give, membership, newPerson, schoolNamed } = useRoles(database);
const teacher = 'teacher@greenfield.test';
const staff = 'staff@greenfield.test';

let greenfield: string;
let lakeside: string;
beforeAll(async () => {
  greenfield = await schoolNamed('Greenfield Academy');
  lakeside = await schoolNamed('Lakeside School');
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

  it('is told at which of their other schools an add-on is on', async () => {
    const schoolsWith = () => one<unknown>(person, "(select jsonb_agg(s) from public.my_schools_with('addon:live-classes') s)");
    await database.owner.query("delete from public.licences where feature in ('addon:google-meet', 'addon:zoom')");
    expect(await schoolsWith()).toBeNull();
    await database.owner.query(
      `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from)
       values (gen_random_uuid(), $1, 'addon', 'Zoom Live Classes', 'standalone', 1, gen_random_uuid(), 'addon:zoom', private.today() - 1)`,
      [lakeside],
    );
    expect(await schoolsWith()).toEqual([{ id: lakeside, name: 'Lakeside School' }]);
    await one(person, 'public.switch_school($1)', [lakeside]);
    expect(await schoolsWith()).toBeNull();
    await one(person, 'public.switch_school($1)', [greenfield]);
    expect(await one(person, "array(select a.name from public.addons_with('addon:live-classes') a)")).toEqual([
      'Google Meet Live Classes',
      'Zoom Live Classes',
    ]);
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
