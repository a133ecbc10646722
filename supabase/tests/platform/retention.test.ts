import type pg from 'pg';
import { openClient } from '@masomo/local/database/connections';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

/** What is kept no longer is deleted by the periods that the privacy policy prints. */
const database = useDatabase();
const query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
  (await database.owner.query<Row>(sql, values)).rows;

/** One row just inside and one just outside its period for each kind that is deleted. */
const samples: Record<string, (age: string) => string> = {
  papers: (age) =>
    `insert into private.issued_papers (school_id, kind, subject, code, content, says, made_with, printed_on, issued_at) select id, 'statement', gen_random_uuid()::text, private.new_paper_code(), '{}', '{"title": {}, "facts": []}', '{"template": "a", "compiler": "b", "fonts": {}}', current_date, ${age} from public.schools limit 1`,
  sign_ins: (age) =>
    `insert into public.sign_ins (id, user_id, signed_in_at) select gen_random_uuid(), id, ${age} from public.users limit 1`,
  notifications: (age) =>
    `insert into public.notifications (user_id, title, created_at) select id, 'Old', ${age} from public.users limit 1`,
  mails: (age) =>
    `insert into public.mail_outbox (idempotency_key, template, to_address, status, created_at) values (gen_random_uuid()::text, 'kept', 'a@b.test', 'sent', ${age})`,
  enquiries: (age) =>
    `insert into public.contact_messages (request_id, name, email, subject, message, created_at) values (gen_random_uuid(), 'A', 'a@b.test', 'Other', 'Hello', ${age})`,
  tickets: (age) =>
    `insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, status, updated_at) values (gen_random_uuid(), 'TK-' || random(), 'A', 'a@b.test', 'S', 'Other', 'M', 'closed', ${age})`,
  cookie_choices: (age) =>
    `insert into public.cookie_choices (visitor_id, version, analytics, marketing, functional, decided_at) values (gen_random_uuid(), 1, false, false, false, ${age})`,
  audit_log: (age) => `insert into public.audit_log (action, entity, at) values ('update', 'plans', ${age})`,
};
const finish = async () => {
  for (let n = 0; n < 50; n += 1) {
    await runJob(database, 'retention');
    const open = await query('select from public.purge_runs where day = private.today() and not is_finished');
    if (open.length === 0) return;
  }
};

beforeAll(() => finish());

describe('the retention periods', () => {
  it('cover every kind that a job deletes, and each job has one', async () => {
    const rules = await query<{ key: string }>("select key from public.retention_rules where ending = 'deleted' order by key");
    expect(rules.map(({ key }) => key)).toEqual([...Object.keys(samples), 'student_notes'].sort());
  });

  it.each(Object.entries(samples))('delete %s after their period and not a day before', async (key, insert) => {
    await query('delete from public.purge_runs');
    await query(insert(`now() - make_interval(months => private.retention_months('${key}')) + interval '1 hour'`));
    await query(insert(`now() - make_interval(months => private.retention_months('${key}')) - interval '1 hour'`));
    await finish();
    expect(await query('select purged, is_finished from public.purge_runs where rule = $1 and day = private.today()', [key])).toEqual([
      { purged: 1, is_finished: true },
    ]);
  });

  it('delete notes about a student two years after they left, and what the log repeats of them', async () => {
    await query('delete from public.purge_runs');
    const [note] = await query<{ id: string; student_id: string }>(
      "insert into public.student_records (school_id, student_id, kind, summary) select school_id, id, 'health', 'Asthma' from public.students where status = 'active' order by id limit 1 returning id, student_id",
    );
    await query(
      "insert into public.audit_log (action, entity, entity_id, student_id, after) values ('insert', 'student_records', $1, $2, '{\"summary\": \"Asthma\"}')",
      [note!.id, note!.student_id],
    );
    await query("update public.students set status = 'left' where id = $1", [note!.student_id]);
    await finish();
    expect(await query('select from public.student_records where id = $1', [note!.id])).toHaveLength(1);
    await query(
      "update public.enrolments set started_on = private.today() - 900, ended_on = private.today() - interval '24 months 1 day' where student_id = $1",
      [note!.student_id],
    );
    await query('delete from public.purge_runs');
    await finish();
    expect(await query('select from public.student_records where student_id = $1', [note!.student_id])).toHaveLength(0);
    expect(await query('select from public.audit_log where entity_id = $1', [note!.id])).toHaveLength(0);
  });

  it('are read by everybody and the report by super admins', async () => {
    expect((await database.as(null, (client) => client.query('select from public.retention_rules'))).rowCount).toBe(11);
    expect(
      (await database.as('superadmin@masomo.test', (client) => client.query('select from public.purge_runs'))).rowCount,
    ).toBeGreaterThan(0);
    expect((await database.as('admin@greenfield.test', (client) => client.query('select from public.purge_runs'))).rowCount).toBe(0);
  });
});

describe('a period', () => {
  const set = (caller: string, rule: string, months: number | null) =>
    database.as(caller, (client) => client.query('select public.set_retention($1, $2)', [rule, months]));

  it('is changed by super admins, within bounds, and never below what the law asks for', async () => {
    expect((await refusal(set('admin@greenfield.test', 'sign_ins', 6)))?.code).toBe('42501');
    for (const months of [0, 241, null]) expect((await refusal(set('superadmin@masomo.test', 'sign_ins', months)))?.detail).toBe('months');
    expect((await refusal(set('superadmin@masomo.test', 'books', 83)))?.hint).toBe('retention.law');
    expect((await refusal(set('superadmin@masomo.test', 'nothing', 6)))?.hint).toBe('retention.not_found');
    await set('superadmin@masomo.test', 'sign_ins', 6);
    expect(await query("select months from public.retention_rules where key = 'sign_ins'")).toEqual([{ months: 6 }]);
    expect(
      await query("select before ->> 'months' as was from public.audit_log where entity = 'retention_rules' and entity_id = 'sign_ins'"),
    ).toEqual([{ was: '12' }]);
    await set('superadmin@masomo.test', 'sign_ins', 12);
  });
});

describe('a purge that is killed', () => {
  it('has deleted whole batches only, and the next run goes on from there', async () => {
    await query('delete from public.purge_runs');
    await query(
      "insert into public.sign_ins (id, user_id, signed_in_at) select gen_random_uuid(), (select id from public.users limit 1), now() - interval '2 years' from generate_series(1, 1000)",
    );
    const left = async () =>
      (await query<{ n: number }>("select count(*) as n from public.sign_ins where signed_in_at < now() - interval '12 months'"))[0]!.n;
    await query("select private.purge_expired('sign_ins', 100)");
    expect(await left()).toBe(900);
    const killed = await openClient(database.url);
    await killed.query('begin');
    await killed.query("select private.purge_expired('sign_ins', 100)");
    const { rows } = await killed.query<{ pid: number }>('select pg_backend_pid() as pid');
    const admin = await openClient(database.adminUrl);
    await admin.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
    await admin.end();
    expect(await left()).toBe(900);
    await finish();
    expect(await left()).toBe(0);
    expect(await query("select purged, is_finished from public.purge_runs where rule = 'sign_ins' and day = private.today()")).toEqual([
      { purged: 1000, is_finished: true },
    ]);
  });
});
