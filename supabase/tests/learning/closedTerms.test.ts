import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

/** A closed term keeps its marks, registers and fees, until an administrator opens it again with a reason. */
const database = useDatabase();
const [admin, teacher] = ['admin@greenfield.test', 'teacher@greenfield.test'] as const;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const call = (caller: string, sql: string, values: unknown[] = []) => database.as(caller, (client) => client.query(sql, values));
let term = '';
let running = '';
let mark: Record<string, unknown>;

beforeAll(async () => {
  [mark = {}] = await owned(
    `select g.* from public.grades g join public.schools s on s.id = g.school_id join public.classes c on c.id = g.class_id join public.users u on u.id = c.class_teacher_id
     where s.name = 'Greenfield Academy' and u.email = $1 order by g.id limit 1`,
    [teacher],
  );
  term = String(mark['term_id']);
  running = String(
    (
      await owned(
        "insert into public.school_terms (school_id, name, starts_on, ends_on) values ($1, 'Later', private.today() + 700, private.today() + 790) returning id",
        [mark['school_id']],
      )
    )[0]?.['id'],
  );
  await owned('update public.school_terms set starts_on = private.today() - 500, ends_on = private.today() - 400 where id = $1', [term]);
  await owned(
    'update public.enrolments set started_on = private.today() - 500 where id = (select id from public.enrolments where student_id = $1 order by started_on limit 1)',
    [mark['student_id']],
  );
});

const writes: Record<string, () => Promise<unknown>> = {
  'a mark': () =>
    call(teacher, 'select * from public.save_scores($1, $2)', [
      mark['assessment_id'],
      JSON.stringify([{ student_id: mark['student_id'], score: 1, seen: mark['score'] }]),
    ]),
  'a fee': () => call(admin, "select public.save_fee($1, 'Trip', 500, private.today())", [term]),
  'a register': () =>
    call(admin, 'select public.record_attendance($1, (select starts_on + 5 from public.school_terms where id = $3), $2)', [
      mark['class_id'],
      JSON.stringify([{ student_id: mark['student_id'], status: 'absent', seen: [null] }]),
      term,
    ]),
};

describe('a term', () => {
  it('is closed after its last day, by an administrator', async () => {
    expect((await refusal(call(admin, 'select public.close_term($1)', [running])))?.hint).toBe('term.running');
    expect((await refusal(call(teacher, 'select public.close_term($1)', [term])))?.code).toBe('42501');
    expect((await refusal(call('admin@lakeside.test', 'select public.close_term($1)', [term])))?.hint).toBe('term.not_found');
    await call(admin, 'select public.close_term($1)', [term]);
  });

  it.each(Object.keys(writes))('keeps %s once it is closed', async (what) => {
    expect((await refusal(writes[what]!()))?.hint).toBe('term.closed');
  });

  it('lets nobody change or delete a mark past the functions', async () => {
    for (const sql of ['update public.grades set score = 0 where id = $1', 'delete from public.grades where id = $1']) {
      const client = await database.connect(admin);
      await client.query('reset role');
      expect((await refusal(client.query(sql, [mark['id']])))?.hint).toBe('term.closed');
      await client.end();
    }
  });

  it('is opened again with a reason, which the log keeps', async () => {
    expect((await refusal(call(admin, "select public.reopen_term($1, ' ')", [term])))?.detail).toBe('reason');
    await call(admin, "select public.reopen_term($1, 'A mark was mixed up')", [term]);
    await writes['a fee']!();
    expect(
      await owned(
        "select reason from public.audit_log where entity = 'school_terms' and entity_id = $1 and after ->> 'closed_at' is null and before ->> 'closed_at' is not null",
        [term],
      ),
    ).toEqual([{ reason: 'A mark was mixed up' }]);
  });
});
