import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const others = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'staff@greenfield.test',
  'parent@greenfield.test',
  'student@greenfield.test',
] as const;
const [admin] = others;
const rows = async (caller: string | null, sql: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query(sql, values))).rows as Record<string, unknown>[];
const call = async <T>(caller: string, sql: string, values: unknown[] = []) =>
  (await rows(caller, `select ${sql} as r`, values))[0]!['r'] as T;
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query(sql, values)).rows as Record<string, unknown>[];

beforeAll(async () => {
  await owned('delete from public.mail_outbox');
  await owned('select private.count_dirty_days()');
});

describe('the platform’s figures', () => {
  it('grow month by month up to what there is now, and earn what was paid', async () => {
    type Trends = {
      months: { start: string; schools: number; students: number; accounts: number; revenue: number; orders: number }[];
      days: { day: string; visits: number }[];
    };
    const { months, days } = await call<Trends>(superAdmin, 'public.platform_trends()');
    const [now] = await owned(
      "select (select count(*) from public.schools)::integer as schools, (select count(*) from public.students where status in ('active', 'suspended'))::integer as students, (select count(*) from public.users)::integer as accounts",
    );
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toMatchObject(now!);
    expect(days).toHaveLength(30);
    const [sold] = await owned(
      "select sum(revenue)::integer as revenue from private.order_days where day >= date_trunc('month', (now() at time zone 'Africa/Nairobi')) - interval '11 months'",
    );
    expect(months.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(sold!['revenue']);
  });

  it('count a super admin as one, and everybody else by the role of the account', async () => {
    const { users_by_role: counted } = await call<{ users_by_role: Record<string, number> }>(superAdmin, 'public.platform_analytics()');
    const [now] = await owned(
      `select jsonb_object_agg(role, n) as roles from (select case when a.id is null then u.role::text else 'super_admin' end as role, count(*) as n
       from public.users u left join public.super_admins a on a.id = u.id group by 1) r`,
    );
    expect(counted).toEqual(now!['roles']);
    expect(counted['super_admin']).toBeGreaterThan(0);
  });

  it('count each school’s state as its page shows it, on its own day', async () => {
    await owned(`
      with added as (insert into public.schools (name, kind, time_zone, closed_at)
        select 'State ' || n, 'college', case when n % 2 = 0 then 'Pacific/Kiritimati' else 'Pacific/Niue' end, case when n = 9 then now() end
        from generate_series(1, 12) n returning id, name)
      insert into public.subscriptions (school_id, plan_id, billing, is_trial, started_on, ends_on)
      select id, (select id from public.plans order by id limit 1), 'termly', name like '% 3', started_on, ends_on
      from added join (values (1, current_date - 200, current_date - 100), (1, current_date - 90, current_date - 5), (2, current_date, current_date + 30),
        (3, current_date - 3, current_date + 3), (4, current_date + 1, current_date + 30), (5, current_date + 2, current_date + 30), (6, current_date - 90, current_date),
        (7, current_date - 90, current_date - 1), (8, current_date - 90, current_date - 60), (9, current_date - 3, current_date + 3)) p (n, started_on, ends_on)
        on added.name = 'State ' || p.n`);
    const { subscriptions_by_status: counted } = await call<Record<string, unknown>>(superAdmin, 'public.platform_analytics()');
    const shown = await owned(
      "select jsonb_object_agg(status, n) as states from (select status, count(*) as n from public.subscription_overview where status <> 'none' group by status) s",
    );
    expect(counted).toEqual(shown[0]!['states']);
    expect(Object.keys(counted as object).sort()).toEqual(['active', 'closed', 'ended', 'grace', 'trial']);
  });

  it('and its services are a super admin’s to see', async () => {
    for (const caller of others)
      for (const what of [
        'public.platform_trends()',
        'public.service_status()',
        'public.retry_mails()',
        "public.set_feature('checkout', false)",
      ]) {
        expect((await refusal(call(caller, what)))?.code, `${caller} ${what}`).toBe('42501');
      }
  });
});

describe('mails that were given up', () => {
  it('are seen and sent again', async () => {
    await owned(
      "insert into public.mail_outbox (idempotency_key, template, to_address, status, attempts, last_error) values ('x', 'ticket-reply', 'a@b.test', 'failed', 8, 'refused')",
    );
    expect(await call(superAdmin, 'public.service_status()')).toMatchObject({ mail: { waiting: 0, failed: 1, last_error: 'refused' } });
    expect(await call(superAdmin, 'public.retry_mails()')).toBe(1);
    expect(await call(superAdmin, 'public.service_status()')).toMatchObject({ mail: { waiting: 1, failed: 0 } });
    expect(await call(superAdmin, 'public.retry_mails()')).toBe(0);
  });
});

describe('a switch', () => {
  const ask = () =>
    database.asServer((client) =>
      client.query(
        "select public.submit_ticket(gen_random_uuid(), 'Asha Noor', 'asha@school.test', 'Help', 'Other', 'It does not open.', 'low', null, 'test')",
      ),
    );

  it('closes its part with a message, opens it again, and is audited', async () => {
    await call(superAdmin, "public.set_feature('support_tickets', false)");
    expect((await refusal(ask()))?.hint).toBe('feature.closed');
    expect(await rows(null, "select is_on from public.features where name = 'support_tickets'")).toEqual([{ is_on: false }]);
    await call(superAdmin, "public.set_feature('support_tickets', true)");
    expect(await refusal(ask())).toBeNull();
    expect(await rows(superAdmin, "select actor_email, after from public.audit_entries where entity = 'features' order by id")).toEqual([
      { actor_email: superAdmin, after: { is_on: false } },
      { actor_email: superAdmin, after: { is_on: true } },
    ]);
    expect((await refusal(call(superAdmin, "public.set_feature('nothing', true)")))?.hint).toBe('feature.not_found');
    expect((await refusal(rows(superAdmin, 'update public.features set is_on = false')))?.code).toBe('42501');
  });
});

describe('the log', () => {
  it('shows administrators the entries of their school and other roles none', async () => {
    await owned("insert into public.audit_log (school_id, action, entity) select id, 'update', 'schools' from public.schools");
    const [school] = await owned("select id from public.schools where name = 'Greenfield Academy'");
    const seen = await rows(admin, 'select distinct school_id from public.audit_entries');
    expect(seen).toEqual([{ school_id: school!['id'] }]);
    for (const caller of others.slice(1)) expect(await rows(caller, 'select from public.audit_entries')).toEqual([]);
  });
});
