import type pg from 'pg';
import type { Actor } from '@masomo/domain/tableAccess';
import { featureOf, functionAccess, moduleAccess, scopeOf, tableAccess } from '@masomo/tools/modules/access.ts';

/** The calls of the matrix of entitlement: the reads and writes of each feature of a school, and who may make them by the written tables. */
export type Operation = {
  /** `module` for everything of the core, else of the module or add-on. */
  feature: string;
  verb: 'read' | 'write';
  name: string;
  mayDo: (actor: Actor) => boolean;
  method: 'HEAD' | 'POST' | 'PATCH';
  address: string;
  /** A body of its own for each call, so that what one call writes does not make the next one fail. */
  body?: (count: number) => unknown;
  /** Whether the body is complete; otherwise what the function says of it means that the caller came in. */
  isComplete: boolean;
};

/** What modules and add-ons declare, by the feature that they bring. */
const declared = [...moduleAccess].map(([folder, access]) => [featureOf(folder), access] as const);
export const addonFeatures = declared.map(([feature]) => feature).filter((feature) => feature.startsWith('addon:'));
const moduleReads: readonly string[] = [
  'dashboard_summary',
  'student_profile',
  'class_profile',
  'report_cards',
  'attendance_report',
  'results_report',
  'fees_report',
];

type Samples = Record<string, (count: number) => Record<string, unknown>>;

/** Bodies of calls that go through for every caller who may make them. */
async function sampleBodies(owner: pg.Client, school: string): Promise<Samples> {
  const { rows } = await owner.query<Record<string, string>>(
    `select t.class_id, t.subject_id, term.id as term_id, s.id as student_id, term.ends_on::text as due_on,
       private.school_today($1)::text as today
     from public.class_subjects t join public.users u on u.id = t.teacher_id and u.email = 'teacher@greenfield.test'
     join public.students s on s.class_id = t.class_id and s.status = 'active'
     cross join lateral (select id, ends_on from public.school_terms where school_id = $1 and private.school_today($1) between starts_on and ends_on limit 1) term
     order by t.class_id, t.subject_id, s.admission_number limit 1`,
    [school],
  );
  const ids = rows[0]!;
  const ofModules: Samples = {};
  for (const [, { sampleIds, samples = {} }] of declared) {
    const own = sampleIds === undefined ? undefined : (await owner.query<Record<string, string>>(sampleIds, [school])).rows[0]!;
    for (const [name, body] of Object.entries(samples)) ofModules[name] = (count) => body({ ...ids, ...own }, count);
  }
  const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, ids[name]]));
  return {
    save_student: (count) => ({ admission_number: `MX${count}`, first_name: 'Ann', last_name: 'Were' }),
    save_guardian: (count) => ({ ...pick('student_id'), first_name: 'Ann', last_name: `Were ${count}`, phone: '0712345678' }),
    save_class: (count) => ({ name: `Matrix ${count}`, level: 'Form 1' }),
    save_subject: (count) => ({ name: `Matrix ${count}` }),
    save_campus: (count) => ({ name: `Matrix ${count}` }),
    save_staff_member: (count) => ({ staff_number: `MX${count}`, first_name: 'Ann', last_name: 'Were', job_title: 'Nurse' }),
    save_fee: (count) => ({ ...pick('term_id', 'due_on'), name: `Matrix ${count}`, amount: 100 }),
    record_fee_payment: (count) => ({ ...pick('student_id'), amount: 10 + count, method: 'cash' }),
    record_attendance: () => ({
      ...pick('class_id'),
      day: ids['today'],
      marks: [{ student_id: ids['student_id'], status: 'present', seen: [null, 'present'] }],
    }),
    save_assessment: (count) => ({ ...pick('class_id', 'subject_id', 'term_id'), name: `Matrix ${count}`, max_score: 50, weight: 1 }),
    student_profile: () => pick('student_id'),
    class_profile: () => pick('class_id'),
    report_cards: () => pick('term_id', 'class_id'),
    attendance_report: () => ({ from_day: ids['today'], to_day: ids['today'] }),
    results_report: () => pick('term_id'),
    fees_report: () => ({ from_day: ids['today'], to_day: ids['today'] }),
    ...ofModules,
  };
}

const moduleWrites: readonly string[] = [
  'save_student',
  'save_guardian',
  'save_class',
  'save_subject',
  'save_campus',
  'save_staff_member',
  'save_fee',
  'record_fee_payment',
  'record_attendance',
  'save_assessment',
];

export async function entitledOperations(owner: pg.Client, school: string, schoolTables: readonly string[]): Promise<Operation[]> {
  const samples = await sampleBodies(owner, school);
  const { rows: functions } = await owner.query<{ name: string; empty: Record<string, null> }>(
    `select p.proname as name, coalesce((select jsonb_object_agg(a, null) from unnest(p.proargnames[1:p.pronargs - p.pronargdefaults]) a), '{}') as empty
     from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  );
  // A table may be granted column by column.
  const { rows: columns } = await owner.query<{ table: string; column: string }>(
    `select distinct on (table_name) table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and has_column_privilege('authenticated', format('public.%I', table_name), column_name, 'select') order by table_name, ordinal_position`,
  );
  const readable = new Map(columns.map(({ table, column }) => [table, column]));
  const call = (feature: string, verb: Operation['verb'], name: string): Operation => {
    const empty = functions.find((each) => each.name === name)?.empty;
    if (!empty) throw new Error(`There is no function ${name}.`);
    return {
      feature,
      verb,
      name,
      mayDo: (actor) => functionAccess[name]?.includes(actor) ?? false,
      method: 'POST',
      address: `rpc/${name}`,
      body: samples[name] ?? (() => empty),
      isComplete: name in samples || Object.keys(empty).length === 0,
    };
  };
  const table = (feature: string, name: string): Operation => ({
    feature,
    verb: 'read',
    name,
    mayDo: (actor) => scopeOf(name, 'select', actor) !== 'none',
    method: 'HEAD',
    address: `${name}?select=${readable.get(name)}`,
    isComplete: true,
  });
  const ofModules = declared.flatMap(([, { tables }]) => Object.keys(tables));
  return [
    ...schoolTables.filter((name) => name in tableAccess && !ofModules.includes(name)).map((name) => table('module', name)),
    ...moduleReads.map((name) => call('module', 'read', name)),
    ...moduleWrites.map((name) => call('module', 'write', name)),
    ...declared.flatMap(([feature, { tables, reads = [], writes = [] }]) => [
      ...Object.keys(tables).map((name) => table(feature, name)),
      ...reads.map((name) => call(feature, 'read', name)),
      ...writes.map((name) => call(feature, 'write', name)),
    ]),
  ];
}
