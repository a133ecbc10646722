import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { dueOf, runJob } from '../jobs.ts';

const database = useDatabase();
const [admin, staff, teacher] = ['admin@greenfield.test', 'staff@greenfield.test', 'teacher@greenfield.test'] as const;
const ids: Record<string, string> = {};
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
let admissions = 0;
/** Days from today. */
const stays = async (student: string) =>
  (
    await database.owner.query<{ name: string; from: number; until: number | null }>(
      `select c.name, e.started_on - private.today() as from, e.ended_on - private.today() as until
       from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = $1 order by e.started_on`,
      [student],
    )
  ).rows.map(({ name, from, until }) => `${name.slice(7)} ${from}..${until ?? ''}`);
const classOf = async (student: string) =>
  (await owned('select c.name from public.students s left join public.classes c on c.id = s.class_id where s.id = $1', [student]))[0]![
    'name'
  ];
const move = (student: string, group: string, day: number | null = null) =>
  call<number>(staff, 'public.move_students(array[$1]::uuid[], $2, private.today() + $3::integer)', [student, ids[group], day]);
const setStatus = (student: string, status: string) => call(admin, 'public.set_students_status(array[$1]::uuid[], $2)', [student, status]);

let student: string;
beforeAll(async () => {
  for (const name of ['East', 'West'])
    ids[name.toLowerCase()] = String((await owned('select id from public.classes where name = $1', [`Form 3 ${name}`]))[0]!['id']);
  ids['north'] = String(
    (
      await owned(
        "insert into public.classes (school_id, name, level) select school_id, 'Form 3 North', level from public.classes where id = $1 returning id",
        [ids['east']],
      )
    )[0]!['id'],
  );
});
beforeEach(async () => {
  admissions += 1;
  student = await call(
    staff,
    'public.save_student(admission_number => $1, first_name => $2, last_name => $3, class_id => $4, admitted_on => private.today() - 60)',
    [`GA/70${admissions}`, 'Zawadi', 'Mutiso', ids['east']],
  );
});

describe('the classes of a student', () => {
  it('begin on the day of admission and change on the day of a move', async () => {
    expect(await stays(student)).toEqual(['East -60..']);
    expect(await move(student, 'west')).toBe(1);
    expect(await stays(student)).toEqual(['East -60..0', 'West 0..']);
    expect(await classOf(student)).toBe('Form 3 West');
    expect(await move(student, 'west')).toBe(0);
  });

  it('are as they were after a move by mistake that is undone the same day', async () => {
    await move(student, 'west');
    await move(student, 'north');
    await move(student, 'east');
    expect(await stays(student)).toEqual(['East -60..']);
  });

  it('can be put right for the past', async () => {
    await move(student, 'west', -20);
    await move(student, 'north', -30);
    expect(await stays(student)).toEqual(['East -60..-30', 'North -30..']);
    await move(student, 'east', -400 + 60);
    expect(await stays(student)).toEqual(['East -60..']);
    expect((await refusal(move(student, 'west', -900)))?.hint).toBe('student.move_day');
  });

  it('change by themselves on the day of a move to come, which a move before it replaces', async () => {
    await move(student, 'west', 10);
    expect(await stays(student)).toEqual(['East -60..10', 'West 10..']);
    expect(await classOf(student)).toBe('Form 3 East');
    await owned('update public.enrolments set ended_on = private.today() where student_id = $1 and class_id = $2', [student, ids['east']]);
    await owned('update public.enrolments set started_on = private.today() where student_id = $1 and class_id = $2', [
      student,
      ids['west'],
    ]);
    await runJob(database, 'moves');
    expect(await classOf(student)).toBe('Form 3 West');
    expect(await dueOf(database, 'moves')).toEqual([]);
    await move(student, 'north', 5);
    await move(student, 'east');
    expect(await stays(student)).toEqual(['East -60..']);
  });

  it('end when the student leaves, and begin again when they come back', async () => {
    await setStatus(student, 'left');
    expect(await stays(student)).toEqual(['East -60..0']);
    await setStatus(student, 'active');
    expect(await stays(student)).toEqual(['East -60..']);
    await setStatus(student, 'left');
    await owned('update public.enrolments set ended_on = private.today() - 10 where student_id = $1', [student]);
    await setStatus(student, 'active');
    expect(await stays(student)).toEqual(['East -60..-10', 'East 0..']);
    await setStatus(student, 'suspended');
    expect(await stays(student)).toEqual(['East -60..-10', 'East 0..']);
  });

  it('follow a corrected day of admission, and never overlap', async () => {
    await call(
      admin,
      'public.save_student(admission_number => $1, first_name => $2, last_name => $3, class_id => $4, admitted_on => private.today() - 70, student_id => $5)',
      [`GA/70${admissions}`, 'Zawadi', 'Mutiso', ids['east'], student],
    );
    expect(await stays(student)).toEqual(['East -70..']);
    const other = owned(
      'insert into public.enrolments (school_id, student_id, class_id, started_on) select school_id, student_id, $2, private.today() - 5 from public.enrolments where student_id = $1',
      [student, ids['west']],
    );
    expect((await refusal(other))?.code).toBe('23P01');
  });
});

describe('the register of a day', () => {
  type Register = { term: string | null; students: { id: string; status: string | null }[] };
  const register = (group: string, day: number, caller: string = staff) =>
    call<Register>(caller, 'public.class_register($1, private.today() + $2::integer)', [ids[group], day]);
  const lists = async (group: string, day: number) => (await register(group, day)).students.some(({ id }) => id === student);
  const mark = async (group: string, day: number, status: string | null, seen: (string | null)[] = [null], caller: string = staff) =>
    (
      await call<{ outcome: string }[]>(
        caller,
        '(select jsonb_agg(to_jsonb(r)) from public.record_attendance($1, private.today() + $2::integer, $3) r)',
        [ids[group], day, JSON.stringify([{ student_id: student, status, seen }])],
      )
    )[0]!.outcome;
  const statusOn = async (group: string, day: number) =>
    (await register(group, day)).students.find(({ id }) => id === student)?.status ?? null;

  it('lists the class of that day and stays as it was after a move', async () => {
    await mark('east', -5, 'late');
    await move(student, 'west', -2);
    expect([await lists('east', -5), await lists('west', -5)]).toEqual([true, false]);
    expect([await lists('east', -1), await lists('west', -1)]).toEqual([false, true]);
    expect(await statusOn('east', -5)).toBe('late');
    expect(await mark('east', -5, 'absent', ['late'], teacher)).toBe('kept');
    expect(await statusOn('east', -5)).toBe('absent');
    expect(await mark('west', -5, 'present', ['absent'])).toBe('not_in_class');
    expect(await mark('east', -1, 'present')).toBe('not_in_class');
    expect(await owned('select class_id from public.attendance where student_id = $1', [student])).toEqual([{ class_id: ids['east'] }]);
  });

  it('still lists who has left since, and not who was not there yet', async () => {
    await setStatus(student, 'left');
    expect(await lists('east', -1)).toBe(true);
    expect(await lists('east', 0)).toBe(false);
    expect(await lists('east', -61)).toBe(false);
  });

  it('lists who is suspended now on the days that have a mark', async () => {
    await mark('east', -3, 'present');
    await setStatus(student, 'suspended');
    expect([await lists('east', -3), await lists('east', -2), await lists('east', 0)]).toEqual([true, false, false]);
  });

  it('lets a mark be cleared again, with a trace and without its message', async () => {
    expect(await mark('east', 0, 'absent')).toBe('kept');
    expect(await mark('east', 0, null, ['present'])).toBe('changed');
    expect(await mark('east', 0, null, ['absent'])).toBe('kept');
    expect(await mark('east', 0, null, ['absent'])).toBe('kept');
    expect(await statusOn('east', 0)).toBeNull();
    expect(
      await owned("select before ->> 'status' as status, action from public.audit_log where entity = 'attendance' and student_id = $1", [
        student,
      ]),
    ).toEqual([{ status: 'absent', action: 'delete' }]);
  });

  it('is refused outside the terms of the school, to everyone', async () => {
    expect((await register('east', -4000)).term).toBeNull();
    expect((await refusal(mark('east', -4000, 'present', [null], admin)))?.hint).toBe('attendance.outside_terms');
    expect((await refusal(mark('east', 1, 'present')))?.hint).toBe('attendance.future');
    const write = (sql: string) => refusal(database.as(staff, (client) => client.query(sql, [ids['east'], student])));
    const old = "date '2015-03-03'";
    await owned("update public.enrolments set started_on = date '2015-01-01' where student_id = $1", [student]);
    expect(
      await write(
        `select public.record_attendance($1, ${old}, jsonb_build_array(jsonb_build_object('student_id', $2::text, 'status', 'present', 'seen', '[null]'::jsonb)))`,
      ),
    ).toMatchObject({ hint: 'attendance.outside_terms', message: expect.stringContaining('3 Mar 2015') });
  });

  it('counts the students of that day among the registers', async () => {
    const students = async (group: string, day: number) =>
      (
        await database.as(staff, (client) =>
          client.query<{ id: string; students: number }>(
            'select * from public.register_progress(private.today() + $1::integer, size => 50)',
            [day],
          ),
        )
      ).rows.find(({ id }) => id === ids[group])!.students;
    const before = await students('north', -3);
    await move(student, 'north', -5);
    expect([await students('north', -3), await students('north', -7)]).toEqual([before + 1, before]);
  });
});
