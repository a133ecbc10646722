import { describe, expect, it } from 'vitest';
import { openClient } from '@masomo/local/database/connections';
import { useDatabase } from '../database.ts';
import { dueOf, runJob, stepOf } from '../jobs.ts';

const database = useDatabase();
const query = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const one = async (sql: string, values: unknown[] = []) => Object.values((await query(sql, values))[0] ?? {})[0];
const renewalOf = (school: string) =>
  `select private.add_subscription_period('${school}', (select id from public.plans where category = 'saas' order by position limit 1), 'termly')`;

describe('what a job found due and is so no more', () => {
  const found = (job: string) => dueOf(database, job);
  const act = async (job: string, subjects: string[]) => {
    expect([job, subjects.length > 0]).toEqual([job, true]);
    for (const subject of subjects) await stepOf(database, job, subject);
  };

  it('a page that was put off is not published', async () => {
    const page = await one(
      "insert into public.cms_pages (title, slug, publish_at) values ('Later', 'put-off', now() - interval '1 minute') returning id",
    );
    const due = await found('pages');
    await query("update public.cms_pages set publish_at = now() + interval '1 day' where id = $1", [page]);
    await act('pages', due);
    expect(await one('select is_published from public.cms_pages where id = $1', [page])).toBe(false);
  });

  it('a price that was withdrawn is not charged', async () => {
    const addon = await one("select id from public.addons where name = 'Thermal Print'");
    const before = await one('select price from public.addons where id = $1', [addon]);
    await query(
      "insert into public.price_changes (kind, item_id, old_price, new_price, effective_on) values ('addon', $1, 1, 777, private.today())",
      [addon],
    );
    const due = await found('prices');
    await query('update public.price_changes set cancelled_at = now() where item_id = $1 and applied_at is null', [addon]);
    await act('prices', due);
    expect(await one('select price from public.addons where id = $1', [addon])).toBe(before);
  });

  it('a school is not told of an end that has moved', async () => {
    const school = await one("select id from public.schools where name = 'Greenfield Academy'");
    await query(
      'update public.subscriptions set ends_on = private.today() + 7, started_on = private.today() - 50, reminded_days = null where school_id = $1',
      [school],
    );
    const due = await found('subscription-reminders');
    await query(renewalOf(String(school)));
    await act('subscription-reminders', due);
    expect(
      await one(
        "select count(*)::integer from public.mail_outbox where template = 'subscription-ending' and data ->> 'school' = 'Greenfield Academy'",
      ),
    ).toBe(0);
  });

  it('a school is not told of the end of a licence that was revoked', async () => {
    const due = await dueLicence();
    await query("update public.licences set revoked_at = now() where licence_key = 'ENDING'");
    await act('licence-reminders', due);
    expect(await one("select count(*)::integer from public.mail_outbox where template = 'licence-ending'")).toBe(0);
  });

  async function dueLicence() {
    await query("delete from public.licences where school_id = (select id from public.schools where name = 'Greenfield Academy')");
    await query(
      `insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until)
       select i.order_id, i.id, (select id from public.schools where name = 'Greenfield Academy'), 'addon', 'Quick Fees', 'saas', 1, 'ENDING',
         private.today() - 20, private.today() + 7
       from public.order_items i join public.addons a on a.id = i.addon_id where a.feature is not null
         and not exists (select from public.licences l where l.order_item_id = i.id) limit 1`,
    );
    await query("delete from public.mail_outbox where template = 'licence-ending'");
    return found('licence-reminders');
  }

  it('an announcement that was taken back notifies nobody', async () => {
    const news = await one(
      `insert into public.announcements (school_id, title, body, audience, published_at) select id, 'Trip', 'Tomorrow', '{admin,teacher,staff,parent,student}', now() + interval '1 minute'
       from public.schools where name = 'Greenfield Academy' returning id`,
    );
    await query('alter table public.announcements disable trigger user');
    await query("update public.announcements set published_at = now() - interval '1 minute', notified_at = null where id = $1", [news]);
    await query('alter table public.announcements enable trigger user');
    const due = await found('announcements');
    await query('update public.announcements set archived_at = now() where id = $1', [news]);
    await act('announcements', due);
    expect(await one('select count(*)::integer from public.notifications where source = $1', [`announcement/${String(news)}`])).toBe(0);
  });

  it.each([
    ['requested once more', "update private.trial_requests set created_at = now() where email = 'old@trial.test'"],
    ['confirmed', "update auth.users set email_confirmed_at = now() where email = 'old@trial.test'"],
    [
      'invited',
      "insert into public.invitations (email, role, school_id) select 'old@trial.test', 'teacher', id from public.schools where name = 'Greenfield Academy'",
    ],
  ])('an account whose trial was %s stays', async (_name, change) => {
    await query("delete from public.invitations where email = 'old@trial.test'");
    await query("delete from private.trial_requests where email = 'old@trial.test'");
    await query(
      `insert into private.trial_requests (email, school, kind, first_name, last_name, created_at)
       values ('old@trial.test', $1, 'primary', 'Ann', 'Were', now() - interval '8 days')`,
      [`Trial ${_name}`],
    );
    await query(
      "insert into auth.users (id, email) select gen_random_uuid(), 'old@trial.test' where not exists (select from auth.users where email = 'old@trial.test')",
    );
    const due = await found('trial-requests');
    await query(change);
    await act('trial-requests', due);
    expect(await one("select count(*)::integer from auth.users where email = 'old@trial.test'")).toBe(1);
    // With the school, whose only administrator nobody removes otherwise.
    await query("select private.delete_school(id) from public.schools where name like 'Trial %'");
    await query("delete from auth.users where email = 'old@trial.test'");
  });

  it('records that are to be kept longer stay', async () => {
    await query("delete from public.purge_runs where rule = 'sign_ins'");
    await query(
      "insert into public.sign_ins (id, user_id, signed_in_at) select gen_random_uuid(), id, now() - interval '15 months' from public.users limit 1",
    );
    const due = await found('retention');
    await query("update public.retention_rules set months = 24 where key = 'sign_ins'");
    await act('retention', due);
    expect(await one("select count(*)::integer from public.sign_ins where signed_in_at < now() - interval '14 months'")).toBe(1);
  });

  it('a ticket that is opened again while old ones are deleted stays', async () => {
    await query("delete from public.purge_runs where rule = 'tickets'");
    const ticket = await one(
      `insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, status)
       values (gen_random_uuid(), 'TK-AGAIN', 'A', 'a@b.test', 'S', 'Other', 'M', 'closed') returning id`,
    );
    await query('alter table public.support_tickets disable trigger user');
    await query("update public.support_tickets set updated_at = now() - interval '5 years' where id = $1", [ticket]);
    await query('alter table public.support_tickets enable trigger user');
    const holder = await openClient(database.url);
    await holder.query('begin');
    await holder.query("update public.support_tickets set status = 'open' where id = $1", [ticket]);
    const waiting = runJob(database, 'retention');
    await expect
      .poll(
        () =>
          one(
            "select count(*)::integer from pg_stat_activity where query like 'select private.purge_expired%' and wait_event_type = 'Lock'",
          ),
        { timeout: 10_000 },
      )
      .toBe(1);
    await holder.query('commit');
    await waiting;
    expect(await one('select status from public.support_tickets where id = $1', [ticket])).toBe('open');
    await holder.end();
  });

  it('an export whose time was prolonged stays', async () => {
    const school = await one("select id from public.schools where name = 'Greenfield Academy'");
    const made = await one(
      "insert into public.school_exports (school_id, state, expires_at) values ($1, 'ready', now() - interval '1 minute') returning id",
      [school],
    );
    const due = await found('expired-exports');
    await query("update public.school_exports set expires_at = now() + interval '1 day' where id = $1", [made]);
    await act('expired-exports', due);
    expect(await one('select state from public.school_exports where id = $1', [made])).toBe('ready');
    expect(await one('select count(*)::integer from private.files_to_delete where name like $1', [`%${String(made)}%`])).toBe(0);
  });
});
