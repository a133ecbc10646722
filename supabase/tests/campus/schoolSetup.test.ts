import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, teacher, staff, lakeside] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'admin@lakeside.test',
] as const;
const ids: Record<string, string> = {};
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = String((await owned(sql))[0]?.['id']);
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('west', "select id from public.classes where name = 'Form 3 West'");
  await find('biology', `select id from public.subjects where name = 'Biology' and school_id = '${ids['school']}'`);
  await find(teacher, `select id from public.users where email = '${teacher}'`);
  await find('stranger', "select id from public.users where email = 'teacher@lakeside.test'");
});

describe('campuses', () => {
  it('are managed by the administrator and deleted only without classes', async () => {
    const campus = await call<string>(admin, "public.save_campus('Town', 'Moi Avenue', '+254 700 000 001')");
    expect((await refusal(call(admin, "public.save_campus('town')")))?.hint).toBe('campus.name_taken');
    expect((await refusal(call(lakeside, "public.save_campus('Mine', null, null, $1)", [campus])))?.hint).toBe('campus.not_found');
    expect((await refusal(call(teacher, "public.save_campus('Mine')")))?.code).toBe('42501');
    await call(admin, "public.save_class('Form 3 West', 'Form 3', null, null, $1, $2)", [ids['west'], campus]);
    expect((await refusal(call(lakeside, "public.save_class('Grade 9', 'Grade 9', null, null, null, $1)", [campus])))?.hint).toBe(
      'campus.not_there',
    );
    expect((await refusal(call(admin, 'public.remove_campus($1)', [campus])))?.hint).toBe('campus.in_use');
    await call(admin, "public.save_class('Form 3 West', 'Form 3', null, null, $1)", [ids['west']]);
    expect((await refusal(call(lakeside, 'public.remove_campus($1)', [campus])))?.hint).toBe('campus.not_found');
    await call(admin, 'public.remove_campus($1)', [campus]);
    expect(await owned('select from public.campuses where id = $1', [campus])).toEqual([]);
  });
});

describe('what a class is taught', () => {
  it('is set by the administrator, by a teacher of the school, and decides what the teacher sees', async () => {
    const sees = async () =>
      (await database.as(teacher, (client) => client.query('select id from public.classes where id = $1', [ids['west']]))).rows.length;
    expect(await sees()).toBe(0);
    await call(admin, 'public.set_class_subject($1, $2, $3)', [ids['west'], ids['biology'], ids[teacher]]);
    expect(await sees()).toBe(1);
    expect((await refusal(call(admin, 'public.set_class_subject($1, $2, $3)', [ids['west'], ids['biology'], ids['stranger']])))?.hint).toBe(
      'lesson.teacher',
    );
    expect(
      (await refusal(call(lakeside, 'public.set_class_subject($1, $2, $3)', [ids['west'], ids['biology'], ids['stranger']])))?.hint,
    ).toBe('class.or_subject_not_found');
    expect((await refusal(call(teacher, 'public.set_class_subject($1, $2, $3)', [ids['west'], ids['biology'], ids[teacher]])))?.code).toBe(
      '42501',
    );
    expect((await refusal(call(admin, 'public.remove_class_subject($1, $2)', [ids['west'], ids['biology']])))?.hint).toBe(
      'subject.has_marks',
    );
    await call(admin, 'public.set_class_subject($1, $2)', [ids['west'], ids['biology']]);
    expect(await sees()).toBe(0);
  });

  it('has subjects of its own', async () => {
    const chess = await call<string>(admin, "public.save_subject('Chess', 'CHE')");
    expect((await refusal(call(admin, "public.save_subject('chess')")))?.hint).toBe('subject.name_taken');
    expect((await refusal(call(lakeside, "public.save_subject('Draughts', null, $1)", [chess])))?.hint).toBe('subject.not_found');
    await call(admin, 'public.set_class_subject($1, $2)', [ids['west'], chess]);
    expect((await refusal(call(admin, 'public.remove_subject($1)', [chess])))?.hint).toBe('subject.in_use');
    await call(admin, 'public.remove_class_subject($1, $2)', [ids['west'], chess]);
    expect((await refusal(call(lakeside, 'public.remove_subject($1)', [chess])))?.hint).toBe('subject.not_found');
    await call(admin, 'public.remove_subject($1)', [chess]);
  });

  it('is read with the timetable, by those who may see the class', async () => {
    type Profile = { name: string; students: { all: number; girls: number; boys: number }; subjects: unknown[]; lessons: unknown[] };
    const profile = await call<Profile>(admin, 'public.class_profile($1)', [ids['west']]);
    expect(profile).toMatchObject({ name: 'Form 3 West', students: { all: 24, girls: 12, boys: 12 } });
    expect(profile.subjects).toHaveLength(6);
    expect(profile.lessons.length).toBeGreaterThan(10);
    for (const caller of [lakeside, teacher]) expect(await call(caller, 'public.class_profile($1)', [ids['west']])).toBeNull();
  });
});

describe('staff', () => {
  const save = (caller: string, number: string, more: { email?: string; id?: string } = {}) =>
    call<string>(caller, "public.save_staff_member($1, 'Ruth', 'Auma', 'Nurse', 'Health', $2, null, null, $3)", [
      number,
      more.email ?? null,
      more.id ?? null,
    ]);

  it('are put on file and corrected by the administrator of their school', async () => {
    const id = await save(admin, 'S-700');
    expect((await refusal(save(admin, 's-700')))?.hint).toBe('staff.number_taken');
    expect((await refusal(save(admin, 'S-701', { email: 'not an address' })))?.hint).toBe('staff.invalid_email');
    expect((await refusal(save(lakeside, 'S-700', { id })))?.hint).toBe('staff.not_found');
    for (const caller of [teacher, staff]) expect((await refusal(save(caller, 'S-702')))?.code).toBe('42501');
    await save(admin, 'S-703', { id, email: 'ruth@greenfield.test' });
    expect(await owned('select staff_number, email from public.staff_members where id = $1', [id])).toEqual([
      { staff_number: 'S-703', email: 'ruth@greenfield.test' },
    ]);
  });

  it('who have left cannot sign in any more, until they are back', async () => {
    const [person] = await owned('select m.id from public.staff_members m where m.user_id = $1', [ids[teacher]]);
    const state = () =>
      owned(
        'select m.is_active, u.is_active as signs_in from public.staff_members m join public.users u on u.id = m.user_id where m.id = $1',
        [person!['id']],
      );
    expect((await refusal(call(lakeside, 'public.set_staff_active($1, false)', [person!['id']])))?.hint).toBe('staff.not_found');
    await call(admin, 'public.set_staff_active($1, false)', [person!['id']]);
    expect(await state()).toEqual([{ is_active: false, signs_in: false }]);
    await call(admin, 'public.set_staff_active($1, true)', [person!['id']]);
    expect(await state()).toEqual([{ is_active: true, signs_in: true }]);
  });
});

describe('a forged request', () => {
  it('writes none of it past the commands', async () => {
    const forged = [
      "insert into public.classes (school_id, name, level) values ($1, 'X', 'X')",
      "update public.classes set name = 'X' where school_id = $1",
      "insert into public.subjects (school_id, name) values ($1, 'X')",
      'delete from public.class_subjects where school_id = $1',
      "update public.staff_members set job_title = 'X' where school_id = $1",
      'delete from public.staff_members where school_id = $1',
      "insert into public.campuses (school_id, name) values ($1, 'X')",
      "update public.school_terms set name = 'X' where school_id = $1",
      'delete from public.school_terms where school_id = $1',
    ];
    for (const sql of forged)
      for (const caller of [admin, lakeside])
        expect(await refusal(database.as(caller, (client) => client.query(sql, [ids['school']]))), sql).toMatchObject({ code: '42501' });
  });
});
