import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '@masomo/local/database/connections';
import { formatNumber } from '@masomo/domain/number';
import { splitStatements } from '@masomo/local/database/splitStatements';
import { hashPassword } from '@masomo/local/auth/users/passwords';
import { adminRole, urlFor } from '@masomo/local/database/roles';

const folder = path.join(import.meta.dirname, 'schools');
const schoolsPerBatch = 50;
/** Students of every loaded school. */
export const studentsPerSchool = 500;
/** Tables whose indexes are quicker to build once than to grow row by row. */
const largeTables = [
  'attendance',
  'register_days',
  'grades',
  'subject_results',
  'students',
  'fee_charges',
  'fee_payments',
  'notifications',
];

export type LoadedAccount = 'admin1' | 'staff1' | `teacher${number}` | `parent${number}` | `student${number}`;
/** The address of an account of a loaded school; schools, teachers (14), parents (500) and students (every fifth of 500) count from 1. */
export const loadedEmail = (school: number, account: LoadedAccount) => `${account}@school${school}.load.test`;

async function readStatements(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.flatMap((text) => splitStatements(text));
}

/**
 * Adds schools of 500 students with classes, accounts, registers of the last school days, marks and fees, every load the same: the larger of two
 * loads only has more schools. Rows that triggers derive are written by the statements, as no trigger runs.
 */
export async function loadSchools(
  databaseUrl: string,
  { schools, password, registerDays = 60 }: { schools: number; password: string; registerDays?: number },
  log: (line: string) => void = () => undefined,
): Promise<void> {
  if (!Number.isSafeInteger(schools) || schools < 1 || schools > 20_000)
    throw new RangeError(`The number of schools is 1 to 20,000, got ${schools}`);
  const statements = await readStatements();
  await withClient(urlFor(databaseUrl, { role: adminRole }), async (client) => {
    await client.query(
      "set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off; set work_mem = '64MB'; set maintenance_work_mem = '1GB'",
    );
    for (const what of ['text', 'integer'])
      await client.query(
        `create function pg_temp.key(kind text, school integer, what ${what}) returns uuid language sql immutable as $$ select md5(kind || '/' || school || '/' || what)::uuid $$`,
      );
    await client.query(
      `create function pg_temp.key(kind text, school integer) returns uuid language sql immutable as $$ select md5(kind || '/' || school)::uuid $$`,
    );
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
      [largeTables],
    );
    const isLarge = schools > schoolsPerBatch;
    const { rows: keys } = await client.query<{ definition: string }>(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'attendance_pkey'",
    );
    const attendanceKey = keys[0]?.definition ?? 'primary key (student_id, day)';
    if (isLarge) {
      for (const { name } of indexes) await client.query(`drop index ${name}`);
      await client.query('alter table public.attendance drop constraint attendance_pkey');
    }
    await client.query("select set_config('load.register_days', $1, false), set_config('load.password_hash', $2, false)", [
      String(registerDays),
      await hashPassword(password),
    ]);
    for (let first = 1; first <= schools; first += schoolsPerBatch) {
      const last = Math.min(first + schoolsPerBatch - 1, schools);
      await client.query('begin');
      for (const statement of statements) await client.query(statement, [first, last]);
      await client.query('commit');
      log(`${formatNumber(last)} of ${formatNumber(schools)} schools`);
    }
    if (isLarge) {
      log('building the indexes');
      await client.query(`alter table public.attendance add constraint attendance_pkey ${attendanceKey}`);
      for (const { definition } of indexes) await client.query(definition);
    }
    // Sums that are kept beside the rows they add up.
    const { rows } = await client.query<{ exists: boolean }>("select to_regprocedure('private.recount_sums()') is not null as exists");
    if (rows[0]?.exists) await client.query('select private.recount_sums()');
    log('analyzing');
    await client.query('vacuum analyze');
  });
}
