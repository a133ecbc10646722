import { beforeAll, describe, expect, it } from 'vitest';
import { auditEntities } from '@masomo/data/platform/platformConsole';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { addFixture } from '../access/fixture.ts';
import { claimsOf } from '../sessions.ts';

/** Who changed what of a child's records, kept for good. */
const database = useDatabase();
let school = '';
let admin = '';
let teacher = '';

beforeAll(async () => {
  const { owner } = database;
  await addFixture(owner);
  const { rows } = await owner.query<{ id: string; email: string; school_id: string }>(
    "select id, email, school_id from public.users where email in ('admin@greenfield.test', 'teacher@greenfield.test')",
  );
  school = rows[0]!.school_id;
  admin = rows.find(({ email }) => email.startsWith('admin'))!.id;
  teacher = rows.find(({ email }) => email.startsWith('teacher'))!.id;
});

type Entry = {
  actor_id: string;
  action: string;
  student_id: string | null;
  before: object | null;
  after: object | null;
  school_id: string;
};

/** Runs statements with the rights of a function that the person called, and what that left in the log; nothing is kept. */
async function logged(person: string | null, entity: string, ...statements: string[]): Promise<Entry[]> {
  const { owner } = database;
  await owner.query('begin');
  try {
    const { rows: last } = await owner.query<{ id: number }>('select coalesce(max(id), 0) as id from public.audit_log');
    if (person) await owner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claimsOf(person))]);
    for (const statement of statements) await owner.query(statement);
    const { rows } = await owner.query<Entry>(
      'select actor_id, action, student_id, before, after, school_id from public.audit_log where id > $1 and entity = $2 order by id',
      [last[0]!.id, entity],
    );
    return rows;
  } finally {
    await owner.query('rollback');
  }
}

const changes: Record<string, { set: string; key: string; column: string }> = {
  students: { set: "first_name = 'Changed'", key: 'id', column: 'first_name' },
  guardians: { set: "first_name = 'Changed'", key: 'id', column: 'first_name' },
  student_guardians: { set: "relationship = 'Changed'", key: 'guardian_id', column: 'relationship' },
  student_records: { set: "summary = 'Changed'", key: 'id', column: 'summary' },
  documents: { set: "title = 'Changed'", key: 'id', column: 'title' },
  assessments: { set: "name = 'Changed'", key: 'id', column: 'name' },
  grades: { set: 'score = score / 2 + 1', key: 'id', column: 'score' },
  attendance: { set: "note = 'Changed'", key: '(student_id, day)', column: 'note' },
  submissions: { set: "feedback = 'Changed'", key: '(assignment_id, student_id)', column: 'feedback' },
  fees: { set: "name = 'Changed'", key: 'id', column: 'name' },
};

describe('the activity log', () => {
  it.each(Object.entries(changes))('keeps who changed and removed %s, before and after', async (table, { set, key, column }) => {
    const row = `${key} = (select ${key.replace(/[()]/g, '')} from public.${table} where school_id = '${school}' ${table === 'grades' ? 'and score > 2' : ''} order by 1 limit 1)`;
    const [changed, ...others] = await logged(teacher, table, `update public.${table} set ${set} where ${row}`);
    expect(others.every(({ action }) => action === 'update')).toBe(true);
    expect(changed).toMatchObject({ actor_id: teacher, action: 'update', school_id: school });
    expect([Object.keys(changed!.before ?? {}), Object.keys(changed!.after ?? {})]).toEqual([
      expect.arrayContaining([column]),
      expect.arrayContaining([column]),
    ]);
    if (!['guardians', 'fees', 'documents', 'assessments'].includes(table)) expect(changed!.student_id).toMatch(/^[0-9a-f-]{36}$/);
    // Money and marks hang on them.
    if (['fees', 'students'].includes(table)) return;
    const [removed] = await logged(admin, table, `delete from public.${table} where ${row}`);
    expect(removed).toMatchObject({
      actor_id: admin,
      action: 'delete',
      after: null,
      before: expect.objectContaining({ school_id: school }),
    });
  });

  it('keeps nothing of a statement that changed nothing, of loads, and of the removed demonstration', async () => {
    const touched = 'update public.students set first_name = first_name';
    expect(await logged(admin, 'students', touched)).toEqual([]);
    expect(await logged(null, 'students', "update public.students set first_name = 'Loaded'")).toEqual([]);
    const { rows } = await database.owner.query<{ id: string }>('select id from public.users where email = $1', [superAdmin]);
    expect(await logged(rows[0]!.id, 'students', 'select public.remove_demonstration_data()')).toEqual([]);
  });

  it('tells an administrator the changes of a child of their school, with names, and nobody else', async () => {
    const { rows: children } = await database.owner.query<{ id: string; first_name: string }>(
      "select id, first_name from public.students where school_id = $1 and first_name <> 'Wambui' order by id limit 1",
      [school],
    );
    const child = children[0]!;
    await database.asCommand('admin@greenfield.test', (client) =>
      client.query("update public.students set first_name = 'Wambui' where id = $1", [child.id]),
    );
    const read = (caller: string) =>
      database.as(caller, async (client) => {
        const { rows } = await client.query(
          "select action, actor_email, student, before, after from public.audit_entries where student_id = $1 and entity = 'students'",
          [child.id],
        );
        return rows;
      });
    expect(await read('admin@greenfield.test')).toEqual([
      {
        action: 'update',
        actor_email: 'admin@greenfield.test',
        student: expect.stringContaining('Wambui '),
        before: { first_name: child.first_name },
        after: { first_name: 'Wambui' },
      },
    ]);
    for (const other of ['admin@lakeside.test', 'teacher@greenfield.test', 'parent@greenfield.test']) expect(await read(other)).toEqual([]);
  });

  it('names the child of a payment', async () => {
    const { rows } = await database.owner.query<{ id: string }>('select id from public.students where school_id = $1 order by id limit 1', [
      school,
    ]);
    const [paid] = await logged(admin, 'fee_payments', `select public.record_fee_payment('${rows[0]!.id}', 100, 'cash')`);
    expect(paid).toMatchObject({ actor_id: admin, action: 'insert', student_id: rows[0]!.id, school_id: school });
  });

  it('names the classes between which a child moved', async () => {
    const { rows } = await database.owner.query<{ id: string; class: string }>(
      `select s.id, (select c.id from public.classes c where c.school_id = s.school_id and c.name = 'Grade 10') as class
       from public.students s join public.classes k on k.id = s.class_id where s.school_id = $1 and k.name = 'Grade 7' order by s.id limit 1`,
      [school],
    );
    const child = rows[0]!;
    await database.asCommand('admin@greenfield.test', (client) =>
      client.query('update public.students set class_id = $2 where id = $1', [child.id, child.class]),
    );
    const read = await database.as('admin@greenfield.test', (client) =>
      client.query(
        "select before, after from public.audit_entries where entity = 'students' and student_id = $1 order by id desc limit 1",
        [child.id],
      ),
    );
    expect(read.rows).toEqual([{ before: { class_id: 'Grade 7' }, after: { class_id: 'Grade 10' } }]);
  });

  it('is filtered by each table whose changes it keeps', async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where p.pronamespace = 'private'::regnamespace and p.proname in ('audit', 'audit_rows')`,
    );
    expect(rows.length).toBeGreaterThan(30);
    const { rows: named } = await database.as('admin@greenfield.test', (client) =>
      client.query<{ entity: string }>('select entity from public.list_audited_tables()'),
    );
    const entities = [...auditEntities, ...named.map(({ entity }) => entity)] as readonly string[];
    expect(rows.map(({ name }) => name).filter((name) => !entities.includes(name))).toEqual([]);
  });

  it('cannot be changed through the API, not even by the server', async () => {
    for (const statement of ["update public.audit_log set action = 'x'", 'delete from public.audit_log'])
      expect((await refusal(database.asServer((client) => client.query(statement))))?.code, statement).toBe('42501');
    for (const statement of [
      "update public.audit_log set after = '{}'",
      `update public.audit_log set actor_id = '${admin}'`,
      'delete from public.audit_log',
    ])
      expect((await refusal(logged(teacher, 'students', statement)))?.hint, statement).toBe('audit.append_only');
    // A person who is deleted leaves their entries behind.
    expect(
      await refusal(logged(teacher, 'students', `update public.audit_log set actor_id = null where actor_id = '${admin}'`)),
    ).toBeNull();
  });
});
