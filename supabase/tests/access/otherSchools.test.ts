import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionAccess } from '@masomo/tools/modules/access.ts';
import { useDatabase } from '../database.ts';
import { addFixture } from './fixture.ts';
import { readTables, type Table } from './cells.ts';
import { claimsOf } from '../sessions.ts';

/** Every function of the API, called by everybody of Greenfield Academy with things of Lakeside School: generated from the signatures. */
const database = useDatabase();
const callers = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'student@greenfield.test',
  'visitor@example.test',
];
type Argument = { name: string; type: string };
let signatures: Map<string, Argument[]>;
let ids: Map<string, string>;
let tables: Table[];
let otherSchoolIds: Set<string>;
let of: Map<string, string>;
let untouched: number;
let went = 0;

// What an argument of this name is; other ids are of nothing at all.
const tableOf: Record<string, string> = {
  student_id: 'students',
  student_ids: 'students',
  class_id: 'classes',
  subject_id: 'subjects',
  term_id: 'school_terms',
  fee_id: 'fees',
  guardian_id: 'guardians',
  campus_id: 'campuses',
  assignment_id: 'assignments',
  assessment_id: 'assessments',
  school_id: 'schools',
  user_id: 'users',
  teacher_id: 'users',
  order_id: 'orders',
  staff_id: 'staff_members',
  staff_member_id: 'staff_members',
  payment_id: 'fee_payments',
  invitation_id: 'invitations',
  class_teacher_id: 'users',
  subscription_id: 'subscriptions',
};
const plain: Record<string, string> = {
  text: "'a'",
  integer: '1',
  bigint: '1',
  numeric: '5',
  boolean: 'false',
  date: 'private.today()',
  jsonb: "'[]'",
  'timestamp with time zone': 'now()',
  'time without time zone': "'08:00'",
};

beforeAll(async () => {
  const { owner } = database;
  await addFixture(owner);
  tables = (await readTables(owner)).filter(({ school }) => school !== 'null::uuid');
  const {
    rows: [lakeside],
  } = await owner.query<{ id: string }>("select id from public.schools where name = 'Lakeside School'");
  of = new Map();
  otherSchoolIds = new Set();
  for (const { name, school } of tables.filter((table) => table.columns.some((column) => column.name === 'id'))) {
    const { rows } = await owner.query<{ id: string }>(`select id::text as id from public.${name} t where ${school} = $1 order by id`, [
      lakeside!.id,
    ]);
    for (const { id } of rows) otherSchoolIds.add(id);
    if (rows[0]) of.set(name, rows[0].id);
  }
  await owner.query(
    `create function pg_temp.touched() returns bigint language sql as $$ select ${tables
      .map(
        ({ name, school }) =>
          `(select count(*) filter (where t.xmin = pg_current_xact_id()::xid) * 1000000 + count(*) from public.${name} t where ${school} = '${lakeside!.id}')`,
      )
      .join(' + ')} $$`,
  );
  untouched = (await owner.query<{ n: number }>('select pg_temp.touched() as n')).rows[0]!.n;
  const { rows } = await owner.query<{ name: string; arguments: Argument[] }>(`
    select p.proname as name, coalesce(jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null)) order by n) filter (where n is not null), '[]') as arguments
    from pg_proc p left join generate_series(1, p.pronargs) as n on true where p.pronamespace = 'public'::regnamespace group by p.oid, p.proname`);
  signatures = new Map(rows.map((row) => [row.name, row.arguments]));
  const people = await owner.query<{ email: string; id: string }>('select email, id from auth.users');
  ids = new Map(people.rows.map(({ email, id }) => [email, id]));
});

/** A value of the argument: a thing of the other school where it names one. */
function valueOf({ name, type }: Argument, isTheirs: boolean): string {
  const table = tableOf[name];
  const id = isTheirs && table ? of.get(table) : undefined;
  if (name === 'from_day') return 'private.today() - 400';
  if (id && type === 'uuid') return pg.escapeLiteral(id);
  if (id && type === 'uuid[]') return `array[${pg.escapeLiteral(id)}]::uuid[]`;
  return `${(type in plain && plain[type]) || 'null'}::${type}`;
}

/** What the caller was given, and whether anything of the other school was written; null when refused. Nothing is kept. */
async function call(caller: string, name: string, values: string[]): Promise<{ given: string; wasTouched: boolean } | null> {
  const { owner } = database;
  await owner.query('begin');
  try {
    await owner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claimsOf(ids.get(caller)))]);
    await owner.query('set local role authenticated');
    const { rows } = await owner.query(`select * from public.${name}(${values.join(', ')})`);
    await owner.query('reset role');
    const {
      rows: [after],
    } = await owner.query<{ n: number }>('select pg_temp.touched() as n');
    return { given: JSON.stringify(rows), wasTouched: after!.n !== untouched };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return null;
  } finally {
    await owner.query('rollback');
  }
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const leaks = (given: string) => [
  ...(given.match(uuids) ?? []).filter((id) => otherSchoolIds.has(id)),
  ...(given.match(/lakeside/gi) ?? []),
];

describe('people of one school', () => {
  it.each(Object.keys(functionAccess))('are given nothing of another and change nothing there: %s', async (name) => {
    const parameters = signatures.get(name)!;
    for (const caller of callers) {
      for (const isTheirs of [true, false]) {
        const answer = await call(
          caller,
          name,
          parameters.map((each) => valueOf(each, isTheirs)),
        );
        if (!answer) continue;
        went += 1;
        expect({ caller, isTheirs, leaked: leaks(answer.given), wasTouched: answer.wasTouched }).toEqual({
          caller,
          isTheirs,
          leaked: [],
          wasTouched: false,
        });
      }
    }
  });

  it('would be seen if they were: the other school’s own people read and write it', async () => {
    const [reader, writer] = [signatures.get('student_profile')!, signatures.get('save_campus')!].map((parameters) =>
      parameters.map((each) => valueOf(each, true)),
    );
    expect(leaks((await call('admin@lakeside.test', 'student_profile', reader!))!.given).length).toBeGreaterThan(0);
    expect((await call('admin@lakeside.test', 'save_campus', writer!))!.wasTouched).toBe(true);
  });

  it('were called with rows of every kind in the other school, and many calls succeeded', () => {
    expect([...of.keys()]).toEqual(expect.arrayContaining([...new Set(Object.values(tableOf))]));
    expect(otherSchoolIds.size).toBeGreaterThan(20);
    expect(went).toBeGreaterThan(100);
  });
});
