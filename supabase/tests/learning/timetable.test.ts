import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, teacher] = ['admin@greenfield.test', 'teacher@greenfield.test'];
const ids: Record<string, string> = {};

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('west', "select id from public.classes where name = 'Form 3 West'");
  await find('biology', `select id from public.subjects where name = 'Biology' and school_id = '${ids['school']}'`);
  await find('teacher', `select id from public.users where email = '${teacher}'`);
  await find('stranger', "select id from public.users where email = 'teacher@lakeside.test'");
});

const add = (fields: Record<string, unknown> = {}, caller = admin) => {
  const row = {
    school_id: ids['school'],
    class_id: ids['east'],
    subject_id: ids['biology'],
    teacher_id: ids['teacher'],
    weekday: 6,
    starts_at: '08:00',
    ends_at: '08:40',
    room: 'Lab',
    ...fields,
  };
  const keys = Object.keys(row);
  return database.as(caller, (client) =>
    client.query<{ id: string }>(
      `insert into public.lessons (${keys.join(', ')}) values (${keys.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(row),
    ),
  );
};

describe('the timetable', () => {
  it('refuses a class, a teacher or a room with two lessons at once, with a reason', async () => {
    await add();
    const busy = await refusal(add({ starts_at: '08:20', ends_at: '09:00', room: 'Hall' }));
    expect([busy?.hint, busy?.message]).toEqual(['lesson.class_busy', 'Form 3 East has Biology then (08:00 to 08:40).']);
    const teacherBusy = await refusal(add({ class_id: ids['west'], starts_at: '08:39', ends_at: '09:00', room: 'Hall' }));
    expect(teacherBusy?.hint).toBe('lesson.teacher_busy');
    expect(teacherBusy?.message).toMatch(/^\w+ \w+ teaches Biology to Form 3 East then/);
    const roomBusy = await refusal(add({ class_id: ids['west'], teacher_id: null, starts_at: '07:30', ends_at: '08:01', room: ' lab ' }));
    expect([roomBusy?.hint, roomBusy?.detail]).toEqual(['lesson.room_busy', 'room']);
  });

  it('takes the next lesson, another day, and the same lesson changed', async () => {
    await add({ starts_at: '08:40', ends_at: '09:20' });
    const {
      rows: [lesson],
    } = await add({ weekday: 7 });
    await database.as(admin, (client) => client.query("update public.lessons set room = 'LAB' where id = $1", [lesson?.id]));
    expect(
      (await refusal(database.as(admin, (client) => client.query('update public.lessons set weekday = 6 where id = $1', [lesson?.id]))))
        ?.hint,
    ).toBe('lesson.class_busy');
  });

  it('refuses another school’s teacher, a subject the class is not taught, and teachers who plan', async () => {
    expect((await refusal(add({ weekday: 7, starts_at: '10:00', ends_at: '11:00', teacher_id: ids['stranger'] })))?.hint).toBe(
      'lesson.teacher_elsewhere',
    );
    await database.owner.query('delete from public.lessons where class_id = $1 and subject_id = $2', [ids['west'], ids['biology']]);
    await database.owner.query('delete from public.class_subjects where class_id = $1 and subject_id = $2', [ids['west'], ids['biology']]);
    expect((await refusal(add({ weekday: 7, starts_at: '10:00', ends_at: '11:00', class_id: ids['west'] })))?.hint).toBe(
      'lesson.subject_not_taught',
    );
    expect((await refusal(add({ weekday: 7, starts_at: '10:00', ends_at: '11:00' }, teacher)))?.code).toBe('42501');
  });

  it('lets one of two win who plan the same hour at once', async () => {
    const [first, second] = await Promise.all([database.connect(admin), database.connect(admin)]);
    const sql = `insert into public.lessons (school_id, class_id, subject_id, weekday, starts_at, ends_at) values ('${ids['school']}', '${ids['east']}', '${ids['biology']}', 7, '14:00', '15:00')`;
    const results = await Promise.allSettled([first.query(sql), second.query(sql)]);
    await Promise.all([first.end(), second.end()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
