import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, teacher, staff, parent, student] = ['admin', 'teacher', 'staff', 'parent', 'student'].map(
  (role) => `${role}@greenfield.test`,
) as [string, string, string, string, string];
const ids: Record<string, string> = {};
const count = async (caller: string, sql: string, values: unknown[] = []) =>
  Number((await database.as(caller, (client) => client.query<{ n: number }>(`select count(*) as n from ${sql}`, values))).rows[0]!.n);

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('school', "select id from public.schools where name = 'Greenfield Academy'");
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('west', "select id from public.classes where name = 'Form 3 West'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find('westerner', "select id from public.students where admission_number = 'GA/1081'");
  await find(
    'lakesider',
    "select s.id from public.students s join public.schools c on c.id = s.school_id where c.name = 'Lakeside School' limit 1",
  );
  await find('biology', "select id from public.subjects where name = 'Biology'");
  await find('history', "select id from public.subjects where name = 'History'");
  await find('term', `select id from public.school_terms where school_id = '${ids['school']}' order by starts_on desc limit 1`);
  await find(
    'assignment',
    `select id from public.assignments where class_id = '${ids['east']}' and due_on > private.today() and published_at <= now()
      and id not in (select assignment_id from public.submissions) order by title limit 1`,
  );
});

describe('a parent and a student', () => {
  it('see exactly their own', async () => {
    expect(await count(parent, 'public.students')).toBe(2);
    expect(await count(student, 'public.students')).toBe(1);
    expect(await count(student, 'public.grades where student_id <> $1', [ids['brian']])).toBe(0);
    expect(await count(student, 'public.guardians')).toBe(0);
    expect(await count(parent, 'public.student_balances')).toBe(2);
    expect(await count(parent, 'public.staff_members')).toBe(0);
  });
});

describe('a register', () => {
  const take = (caller: string, group: string, student: string, status = 'late') =>
    database.as(caller, (client) =>
      client.query<{ outcomes: { outcome: string }[] }>(
        'select jsonb_agg(to_jsonb(r)) as outcomes from public.record_attendance($1, private.today(), $2) r',
        [ids[group], JSON.stringify([{ student_id: ids[student], status, seen: [null, 'present', 'late', 'absent', 'excused'] }])],
      ),
    );
  const mark = async (student: string) =>
    (
      await database.owner.query<{ status: string }>(
        'select status from public.attendance where student_id = $1 and day = private.today()',
        [ids[student]],
      )
    ).rows[0]?.status;

  it('is taken and corrected by the class’s teacher and the office', async () => {
    await take(teacher, 'east', 'brian', 'absent');
    await take(staff, 'east', 'brian', 'present');
    expect(await mark('brian')).toBe('present');
    await take(staff, 'west', 'westerner');
    expect(await mark('westerner')).toBe('late');
  });

  it('is refused for another class, another school’s student and to families', async () => {
    expect((await refusal(take(teacher, 'west', 'westerner', 'absent')))?.hint).toBe('class.not_yours');
    expect((await take(staff, 'east', 'lakesider')).rows[0]?.outcomes).toMatchObject([{ outcome: 'not_in_class' }]);
    expect((await refusal(take(parent, 'east', 'brian', 'excused')))?.code).toBe('42501');
    expect(await mark('brian')).toBe('present');
  });
});

describe('grades and assignments', () => {
  const record = (caller: string, score: number) =>
    database.as(caller, (client) =>
      client.query<{ code: string }>('select code from public.save_scores($1, $2)', [
        ids['assessment'],
        JSON.stringify([{ student_id: ids['brian'], score, seen: null }]),
      ]),
    );

  it('are written by who teaches it, within the scale', async () => {
    const { rows: saved } = await database.as(teacher, (client) =>
      client.query<{ id: string }>("select public.save_assessment($1, $2, $3, 'End of term', 100, 1) as id", [
        ids['east'],
        ids['biology'],
        ids['term'],
      ]),
    );
    ids['assessment'] = saved[0]!.id;
    expect((await record(teacher, 71)).rows).toEqual([]);
    expect((await record(teacher, 101)).rows).toEqual([{ code: 'grade.out_of_range' }]);
    expect((await refusal(record(admin, 50)))?.hint).toBe('grade.not_yours');
    const { rows } = await database.as(student, (client) =>
      client.query('select score from public.grades where assessment_id = $1', [ids['assessment']]),
    );
    expect(rows).toEqual([{ score: 71 }]);
  });

  it('are handed in by the student until they are marked', async () => {
    const hand = (text: string) =>
      database.as(student, (client) => client.query('select public.submit_assignment($1, $2)', [ids['assignment'], text]));
    await hand('First');
    await hand('Second');
    expect(
      (await refusal(database.as(parent, (client) => client.query('select public.submit_assignment($1, $2)', [ids['assignment'], 'x']))))
        ?.code,
    ).toBe('42501');
    await database.as(teacher, (client) =>
      client.query(
        'select public.grade_submission(assignment_id => $1, student_id => $2, score => 18, feedback => $3, seen_submitted_at => (select submitted_at from public.submissions where assignment_id = $1 and student_id = $2))',
        [ids['assignment'], ids['brian'], 'Good'],
      ),
    );
    expect((await refusal(hand('Third')))?.hint).toBe('assignment.graded');
    const { rows } = await database.owner.query(
      'select answer, score from public.submissions where assignment_id = $1 and student_id = $2',
      [ids['assignment'], ids['brian']],
    );
    expect(rows).toEqual([{ answer: 'Second', score: 18 }]);
  });

  it('become a mark of the term, and are not overwritten by a person who has not seen the mark', async () => {
    const mark = (score: number, seen: string) =>
      database.as(teacher, (client) =>
        client.query(
          `select public.grade_submission(assignment_id => $1, student_id => $2, score => $3, seen_graded_at => ${seen}, seen_submitted_at => (select submitted_at from public.submissions where assignment_id = $1 and student_id = $2))`,
          [ids['assignment'], ids['brian'], score],
        ),
      );
    const inBook = async () =>
      (
        await database.as(parent, (client) =>
          client.query(
            'select g.score from public.grades g join public.assessments a on a.id = g.assessment_id where a.assignment_id = $1 and g.student_id = $2',
            [ids['assignment'], ids['brian']],
          ),
        )
      ).rows;
    expect(await inBook()).toEqual([{ score: 18 }]);
    expect((await refusal(mark(3, 'null')))?.hint).toBe('grade.changed');
    await mark(17, '(select graded_at from public.submissions where assignment_id = $1 and student_id = $2)');
    expect(await inBook()).toEqual([{ score: 17 }]);
  });

  it('are not marked by a person who has not seen the latest submission', async () => {
    const {
      rows: [other],
    } = await database.owner.query<{ id: string }>('select id from public.students where class_id = $1 and id <> $2 limit 1', [
      ids['east'],
      ids['brian'],
    ]);
    await database.owner.query(
      "insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at) values ($1, $2, $3, 'Mine', now())",
      [ids['assignment'], other!.id, ids['school']],
    );
    expect(
      (
        await refusal(
          database.as(teacher, (client) => client.query('select public.grade_submission($1, $2, 5)', [ids['assignment'], other!.id])),
        )
      )?.hint,
    ).toBe('grade.new_answer');
  });
});

describe('fees', () => {
  it('are charged once per student', async () => {
    const { rows } = await database.as(admin, (client) =>
      client.query<{ id: string }>("select public.save_fee($1, 'Trip', 1500, private.today(), null) as id", [ids['term']]),
    );
    const charged = async () => {
      await database.as(admin, (client) => client.query('select public.bill_term($1)', [ids['term']]));
      const counted = await database.owner.query<{ n: number }>('select count(*)::integer as n from public.fee_charges where fee_id = $1', [
        rows[0]!.id,
      ]);
      return counted.rows[0]!.n;
    };
    expect(await charged()).toBe(192);
    expect(await charged()).toBe(192);
  });

  it('are receipted with numbers that follow each other, once per request and reference', async () => {
    const request = crypto.randomUUID();
    const pay = async (student: string, reference: string, key: string = crypto.randomUUID()) =>
      (
        await database.as(admin, (client) =>
          client.query<{ r: string }>(
            "select (public.record_fee_payment($1, 2000, 'mpesa', $2, private.today(), $3)).receipt_number as r",
            [ids[student], reference, key],
          ),
        )
      ).rows[0]!.r;
    const first = await pay('brian', 'SKL1000001', request);
    expect(await pay('brian', 'SKL1000001', request)).toBe(first);
    expect((await refusal(pay('brian', 'skl1000001')))?.hint).toBe('fee.duplicate_reference');
    expect(Number((await pay('brian', 'SKL1000002')).slice(4))).toBe(Number(first.slice(4)) + 1);
    expect((await refusal(pay('lakesider', 'SKL1000003')))?.code).toBe('42501');
  });
});

describe('one school', () => {
  it('can hang nothing on another’s rows', async () => {
    const move = (student: string | undefined, classId: string | undefined) =>
      database.as(admin, (client) =>
        client.query<{ moved: number }>('select public.move_students(array[$1]::uuid[], $2) as moved', [student, classId]),
      );
    expect((await move(ids['lakesider'], ids['east'])).rows[0]?.moved).toBe(0);
    const { rows } = await database.owner.query<{ id: string }>("select id from public.classes where name = 'Grade 4 East'");
    expect((await refusal(move(ids['brian'], rows[0]?.id)))?.code).toMatch(/^P000[12]$/);
    const changed = ["school_id = (select id from public.schools where name = 'Lakeside School')", 'user_id = null', "status = 'left'"];
    for (const set of changed) {
      const away = database.as(admin, (client) => client.query(`update public.students set ${set} where id = $1`, [ids['brian']]));
      expect((await refusal(away))?.code, set).toBe('42501');
    }
  });

  it('keeps where a student was', async () => {
    await database.as(staff, (client) => client.query('select public.move_students(array[$1]::uuid[], $2)', [ids['brian'], ids['west']]));
    const { rows } = await database.owner.query(
      'select class_id, ended_on is null as "isCurrent" from public.enrolments where student_id = $1 order by ended_on nulls last',
      [ids['brian']],
    );
    expect(rows).toEqual([
      { class_id: ids['east'], isCurrent: false },
      { class_id: ids['west'], isCurrent: true },
    ]);
  });
});
