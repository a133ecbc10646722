import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [teacher, staff, parent] = ['teacher@greenfield.test', 'staff@greenfield.test', 'parent@greenfield.test'] as const;
const ids: Record<string, string> = {};
type Mark = { student_id: string | undefined; status: string; seen: (string | null)[]; age?: number };

beforeAll(async () => {
  const find = async (name: string, sql: string) => {
    ids[name] = (await database.owner.query<{ id: string }>(sql)).rows[0]!.id;
  };
  await find('east', "select id from public.classes where name = 'Form 3 East'");
  await find('west', "select id from public.classes where name = 'Form 3 West'");
  await find('brian', "select id from public.students where admission_number = 'GA/1041'");
  await find('westerner', "select id from public.students where admission_number = 'GA/1081'");
  await find(
    'lakesider',
    "select s.id from public.students s join public.schools c on c.id = s.school_id where c.name = 'Lakeside School' limit 1",
  );
  await database.owner.query('delete from public.attendance where student_id = any ($1) and day = private.today()', [
    [ids['brian'], ids['westerner']],
  ]);
});

const record = async (caller: string, marks: Mark[], group = 'east', day = 'private.today()') =>
  (
    await database.as(caller, (client) =>
      client.query<{ outcomes: { outcome: string; status?: string; by?: string }[] }>(
        `select jsonb_agg(to_jsonb(r)) as outcomes from public.record_attendance($1, ${day}, $2) r`,
        [ids[group], JSON.stringify(marks)],
      ),
    )
  ).rows[0]!.outcomes;
const brian = (status: string, ...seen: (string | null)[]): Mark => ({ student_id: ids['brian'], status, seen });
const standing = async () =>
  (
    await database.owner.query<{ status: string; recorded_at: Date }>(
      'select status, recorded_at from public.attendance where student_id = $1 and day = private.today()',
      [ids['brian']],
    )
  ).rows[0];

describe('marks that may arrive late', () => {
  it('are stored once, however often they are sent', async () => {
    expect(await record(teacher, [brian('late', null)])).toMatchObject([{ outcome: 'kept' }]);
    const first = await standing();
    expect(await record(teacher, [brian('late', null)])).toMatchObject([{ outcome: 'kept' }]);
    expect(await standing()).toEqual(first);
  });

  it('never overwrites marks that were set since, and returns them with their author', async () => {
    await record(staff, [brian('excused', 'late')]);
    expect(await record(teacher, [brian('absent', 'late')])).toMatchObject([
      { outcome: 'changed', status: 'excused', by: expect.stringMatching(/\w+ \w+/) },
    ]);
    expect((await standing())?.status).toBe('excused');
    expect(await record(teacher, [brian('absent', 'excused')])).toMatchObject([{ outcome: 'kept' }]);
    expect((await standing())?.status).toBe('absent');
  });

  it('are no conflict with oneself, unless one has marked since this was made', async () => {
    expect(await record(teacher, [{ ...brian('late', null), age: 600 }])).toMatchObject([{ outcome: 'changed', status: 'absent' }]);
    expect(await record(teacher, [{ ...brian('late', null), age: 0 }])).toMatchObject([{ outcome: 'kept' }]);
    expect(await record(staff, [{ ...brian('excused', null), age: 0 }])).toMatchObject([{ outcome: 'changed', status: 'late' }]);
    expect(await record(teacher, [{ ...brian('excused', null), age: 3600 }])).toMatchObject([{ outcome: 'changed', status: 'late' }]);
    expect((await standing())?.status).toBe('late');
  });

  it('are judged student by student', async () => {
    const outcomes = await record(staff, [brian('present', null), { student_id: ids['lakesider'], status: 'present', seen: [] }]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'not_in_class']);
  });

  it('are refused for another class, a family and a day to come', async () => {
    expect((await refusal(record(teacher, [{ student_id: ids['westerner'], status: 'absent', seen: [] }], 'west')))?.hint).toBe(
      'class.not_yours',
    );
    expect((await refusal(record(parent, [brian('excused', 'absent')])))?.code).toBe('42501');
    expect((await refusal(record(teacher, [brian('present', 'absent')], 'east', '(private.today() + 2)')))?.hint).toBe('attendance.future');
    expect((await refusal(record(teacher, [])))?.hint).toBe('attendance.empty');
  });

  it('meet without blocking each other when two mark the same class at once', async () => {
    const marks: Mark[] = (
      await database.owner.query<{ id: string }>('select id from public.students where class_id = $1', [ids['east']])
    ).rows.map(({ id }) => ({ student_id: id, status: 'present', seen: [null, 'present', 'absent', 'late', 'excused'] as never }));
    const [first, second] = await Promise.all([database.connect(teacher), database.connect(staff)]);
    const send = (client: typeof first, list: Mark[]) =>
      client.query('select public.record_attendance($1, private.today(), $2)', [ids['east'], JSON.stringify(list)]);
    await Promise.all([
      send(first, marks),
      send(
        second,
        [...marks].reverse().map((mark) => ({ ...mark, status: 'late' })),
      ),
    ]);
    await Promise.all([first.end(), second.end()]);
    const { rows } = await database.owner.query<{ status: string }>(
      'select distinct status from public.attendance where class_id = $1 and day = private.today() and student_id = any ($2)',
      [ids['east'], marks.map(({ student_id }) => student_id)],
    );
    expect(rows).toHaveLength(1);
  });
});
