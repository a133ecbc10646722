import type pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';
import { addFixture } from '../access/fixture.ts';
import { runJob } from '../jobs.ts';
import { tablesWith } from '../everyRow.ts';

/** What an erasure and the deletion of a school leave in any table, and what a kill in the middle leaves: all or nothing. */
const database = useDatabase();
const admin = 'admin@greenfield.test';
const owned = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
  (await database.owner.query<Row>(sql, values)).rows;
const id = async (sql: string, values: unknown[] = []) => (await owned<{ id: string }>(sql, values))[0]!.id;
const asAdmin = (sql: string, values: unknown[] = []) => database.as(admin, (client) => client.query(sql, values));

/** Runs a statement as the server's process would, kills the connection before it is done, and returns once PostgreSQL has noticed. */
async function killDuring(client: pg.Client, sql: string, values: unknown[] = []): Promise<void> {
  client.on('error', () => undefined);
  await client.query('begin');
  await client.query(sql, values);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const killer = await openClient(database.adminUrl);
  await killer.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
  await killer.end();
}
const server = () => openClient(database.url);

beforeAll(async () => {
  await addFixture(database.owner);
});

describe('an erased child', () => {
  const names = ['Zuhuranne', 'Kiprotichsson', 'ZZ/98765', 'Perpetuanne', 'zuhuranne@example.test'];
  let school = '';
  let child = '';
  let request = '';

  beforeAll(async () => {
    const [family] = await owned<{ school_id: string; student_id: string }>(
      `select s.school_id, s.id as student_id from public.students s join public.users u on u.id = s.user_id where u.email = 'student@greenfield.test'`,
    );
    ({ school_id: school, student_id: child } = family!);
    const account = await id("select id from public.users where email = 'student@greenfield.test'");
    await owned("update auth.users set email = 'zuhuranne@example.test' where id = $1", [account]);
    await owned("update public.users set first_name = 'Zuhuranne', last_name = 'Kiprotichsson' where id = $1", [account]);
    await owned(
      "update public.students set first_name = 'Zuhuranne', last_name = 'Kiprotichsson', admission_number = 'ZZ/98765' where id = $1",
      [child],
    );
    const parent = await id(
      "select g.id from public.guardians g join public.users u on u.id = g.user_id where u.email = 'parent@greenfield.test'",
    );
    await owned(
      'insert into public.student_guardians (student_id, guardian_id, school_id, is_primary) values ($1, $2, $3, true) on conflict do nothing',
      [child, parent, school],
    );
    const alone = await id(
      "insert into public.guardians (school_id, first_name, last_name, email) values ($1, 'Perpetuanne', 'Otieno', 'p@example.test') returning id",
      [school],
    );
    await owned('insert into public.student_guardians (student_id, guardian_id, school_id) values ($1, $2, $3)', [child, alone, school]);
    await asAdmin("select public.set_custody($1, $2, true, false, 'Agreement with Perpetuanne')", [child, alone]);
    // What the product tells and mails about a child repeats the name.
    await asAdmin(
      "insert into public.student_records (school_id, student_id, kind, summary, visible_to) values ($1, $2, 'behaviour', 'Zuhuranne helped', 'family')",
      [school, child],
    );
    await owned(
      "insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, request_id) select $1, $2, id, kind, points, private.today(), 'Zuhuranne shared her lunch', gen_random_uuid() from public.behaviour_categories where school_id = $1 limit 1",
      [school, child],
    );
    await owned('delete from public.attendance where student_id = $1 and day = private.today()', [child]);
    await owned(
      "insert into public.attendance (student_id, day, school_id, class_id, status, note) select id, private.today(), school_id, class_id, 'absent', 'Zuhuranne is ill' from public.students where id = $1",
      [child],
    );
    await owned('update public.student_balances set charged = paid + 5000 where student_id = $1', [child]);
    await owned("update public.guardians set email = 'mother@example.test' where id = $1", [parent]);
    await asAdmin('select public.remind_of_fees(array[$1]::uuid[])', [child]);
    await owned("select private.tell_family_of_gate(g, 'addon:qr-attendance') from public.gate_sightings g where g.student_id = $1", [
      child,
    ]);
    await database.asCommand(admin, async (client) => {
      await client.query("update public.students set last_name = 'Kiprotichsson-Were' where id = $1", [child]);
      await client.query("update public.guardians set last_name = 'Perpetuanne' where id = $1", [alone]);
    });
    await asAdmin("select public.request_data($1, 'access', 'The marks of Zuhuranne', 'Perpetuanne Otieno')", [child]);
    request = (await asAdmin("select public.request_data($1, 'erasure', 'Zuhuranne has left', 'Perpetuanne Otieno') as id", [child]))
      .rows[0].id;
    await owned("update public.students set status = 'left' where id = $1", [child]);
    await owned('delete from public.documents where student_id = $1', [child]);
    await owned('update public.student_balances set charged = paid where student_id = $1', [child]);
  });

  it('was named in many places', async () => {
    expect(await tablesWith(database.owner, names)).toEqual(
      expect.arrayContaining([
        'auth.users',
        'public.attendance',
        'public.audit_log',
        'public.behaviour_entries',
        'public.custody_marks',
        'public.data_requests',
        'public.guardians',
        'public.mail_outbox',
        'public.notifications',
        'public.student_records',
        'public.students',
        'public.users',
      ]),
    );
  });

  it('is still whole after a kill in the middle of the erasure', async () => {
    const before = await tablesWith(database.owner, names);
    await killDuring(await database.connect(admin), 'select public.answer_data_request($1, true)', [request]);
    expect(await tablesWith(database.owner, names)).toEqual(before);
    expect(await owned('select status from public.data_requests where id = $1', [request])).toEqual([{ status: 'open' }]);
  });

  it('has left no export in the log when the export was killed', async () => {
    const exports = () => owned("select from public.audit_log where action = 'export' and student_id = $1", [child]);
    await killDuring(await database.connect(admin), 'select public.export_student($1)', [child]);
    expect(await exports()).toHaveLength(0);
    const { rows } = await asAdmin('select public.export_student($1) as parts', [child]);
    expect(rows[0].parts.behaviour_entries).toContainEqual(expect.objectContaining({ note: 'Zuhuranne shared her lunch' }));
    expect(await exports()).toHaveLength(1);
  });

  it('is named nowhere afterwards, and the register says that it was done', async () => {
    await asAdmin('select public.answer_data_request($1, true)', [request]);
    expect(await tablesWith(database.owner, names)).toEqual([]);
    expect(await owned('select status, kind, asker from public.data_requests where id = $1', [request])).toEqual([
      { status: 'done', kind: 'erasure', asker: 'A guardian' },
    ]);
  });
});

describe('a deleted school', () => {
  /**
   * Its orders, with their number, and licences are our books; the certificate, the list of files and, for an hour, its id in what open
   * pages are told are what the deletion itself leaves.
   */
  const kept = [
    'private.changes',
    'private.files_to_delete',
    'private.order_counts',
    'public.licences',
    'public.orders',
    'public.school_exits',
    'storage.objects',
  ];
  let school = '';
  let words: string[] = [];

  beforeAll(async () => {
    school = await id("select id from public.schools where name = 'Lakeside School'");
    await owned("update public.schools set is_demo = false, email = 'office@lakeside.test' where id = $1", [school]);
    await owned('update public.student_balances set charged = paid + 5000 where school_id = $1', [school]);
    await owned("update public.guardians set email = 'guardian@lakeside.example' where school_id = $1", [school]);
    await database.as('admin@lakeside.test', (client) => client.query('select public.remind_of_fees()'));
    await owned("update public.support_tickets set school_id = $1 where ticket_number = 'TK-2'", [school]);
    await owned("insert into storage.objects (bucket_id, name) values ('school-documents', $1 || '/letter.pdf')", [school]);
    words = (
      await owned<{ id: string }>(
        `select $1::uuid::text as id union all select id::text from public.students where school_id = $1 union all select id::text from public.users where school_id = $1
         union all select id::text from public.guardians where school_id = $1 union all select admission_number from public.students where school_id = $1`,
        [school],
      )
    ).map((row) => row.id);
    await owned('delete from public.school_exits where school_id = $1', [school]);
    await owned(
      'update public.subscriptions set started_on = private.today() - 400, ends_on = private.today() - 200, revoked_at = null where school_id = $1',
      [school],
    );
    await owned(
      `insert into public.school_exits (school_id, school, ended_on, closes_on, deletes_on, closed_at) values ($1, 'Lakeside School', private.today() - 200, private.today() - 169, private.today() - 1, now() - interval '60 days')`,
      [school],
    );
    await owned("update public.orders set status = 'cancelled' where school_id = $1 and paid_at is null", [school]);
    await owned("insert into public.jobs (school_id, kind) values ($1, 'of-a-school')", [school]);
  });

  it('had rows in every table of a school', async () => {
    const tables = await owned<{ name: string }>(
      `select c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const empty: string[] = [];
    for (const { name } of tables)
      if ((await owned(`select from public.${name} where school_id = $1 limit 1`, [school])).length === 0) empty.push(name);
    expect(empty).toEqual([]);
  });

  it('is whole after a kill in the middle of the deletion', async () => {
    const before = await tablesWith(database.owner, words);
    await killDuring(await server(), 'select private.go_on_with_exit(d) from private.due_school_exits() d');
    expect(await tablesWith(database.owner, words)).toEqual(before);
  });

  it('is gone from every table with the next run, but for our books', async () => {
    await runJob(database, 'school-exits');
    expect(await owned('select deleted_at is not null as is_deleted from public.school_exits where school_id = $1', [school])).toEqual([
      { is_deleted: true },
    ]);
    const left = await tablesWith(database.owner, words);
    expect(left.filter((name) => !kept.includes(name))).toEqual([]);
    expect(await tablesWith(database.owner, ['guardian@lakeside.example'])).toEqual([]);
  });
});
