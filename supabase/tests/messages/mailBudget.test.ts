import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const admin = 'admin@greenfield.test';
const query = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const one = async (sql: string, values: unknown[] = []) => Object.values((await query(sql, values))[0] ?? {})[0];
const schoolId = (name: string) => one('select id from public.schools where name = $1', [name]);
const mailed = async () => Number(await one('select count(*)::integer from public.mail_outbox'));
const limits = (changes: object) =>
  query("update public.settings set value = value || $1 where key = 'mail_budget'", [JSON.stringify(changes)]);
const setTrial = (isTrial: boolean) =>
  query('update public.subscriptions set is_trial = $2 where school_id = $1 and revoked_at is null', [greenfield, isTrial]);
let greenfield: unknown;

beforeEach(async () => {
  greenfield = await schoolId('Greenfield Academy');
  await query('delete from private.mail_spending');
  await query('delete from private.rate_limits');
  await limits({ trialSchoolDaily: 5, paidSchoolDaily: 1000, networkDaily: 1000, recipientDaily: 1000, platformRecipientDaily: 1000 });
  await setTrial(true);
});

/** Whatever a school has mailed, and how often it tries: each returns what it was told. */
const schoolMails: Record<string, (attempts: number) => Promise<unknown>> = {
  'fee-reminder': async (attempts) => {
    await query(`update public.guardians set email = 'stranger-' || id || '@far.test' where school_id = $1`, [greenfield]);
    await query("delete from public.mail_outbox where template = 'fee-reminder'");
    const debtors = await query<{ id: string }>(
      'select b.student_id as id from public.student_balances b join public.students s on s.id = b.student_id where s.school_id = $1 and b.balance > 0 limit $2',
      [greenfield, attempts],
    );
    return database.as(admin, async (client) => {
      const { rows } = await client.query('select public.remind_of_fees($1) as told', [debtors.map(({ id }) => id)]);
      return rows[0].told as unknown;
    });
  },
  invitation: async (attempts) => {
    const told: unknown[] = [];
    for (let n = 0; n < attempts; n += 1)
      told.push(
        await refusal(
          database.as(admin, (client) =>
            client.query("select public.invite_user($1, 'teacher', $2)", [`stranger-${n}@far.test`, greenfield]),
          ),
        ),
      );
    return told.at(-1);
  },
  'invitation again': async (attempts) => {
    await query(
      `insert into auth.users (id, email, raw_user_meta_data) select gen_random_uuid(), 'invited-' || n || '@far.test', '{}' from generate_series(1, $1::integer) n
       on conflict do nothing`,
      [attempts],
    );
    const mail = (n: number) =>
      refusal(database.as(admin, (client) => client.query('select public.invitation_mail($1, $2)', [`invited-${n}@far.test`, greenfield])));
    const told: unknown[] = [];
    for (let n = 1; n <= attempts; n += 1) told.push(await mail(n));
    return told.at(-1);
  },
  'a change of the address of an account': async (attempts) => {
    const told: unknown[] = [];
    for (let n = 0; n < attempts; n += 1)
      told.push(
        await refusal(
          query('update auth.users set email_change = $1, email_change_sent_at = clock_timestamp() where email = $2', [
            `stranger-${n}@far.test`,
            admin,
          ]),
        ),
      );
    return told.at(-1);
  },
  'order-proforma': async (attempts) => {
    const orders: unknown[] = [];
    for (let n = 0; n < attempts; n += 1) orders.push(await placeOrder(admin, n));
    return one('select note from public.order_events where order_id = $1 and note is not null', [orders.at(-1)]);
  },
  'support-ticket-received': async (attempts) => {
    const mails: unknown[] = [];
    for (let n = 0; n < attempts; n += 1)
      mails.push(
        await database.asServer(
          async (client) =>
            (
              await client.query(
                `select mail_ids from public.submit_ticket(gen_random_uuid(), 'Visit evil.example', $1, 'Look at https://evil.example', 'Other', 'www.evil.example', 'low',
                 (select id from public.users where email = $2), $3)`,
                [`stranger-${n}@far.test`, admin, `network ${n}`],
              )
            ).rows[0].mail_ids as unknown,
        ),
      );
    return mails.at(-1);
  },
};

/** An order of a visitor, or of somebody signed in, to an address of its own; returns its id. */
const placeOrder = (caller: string | null, n: number, headers: object = {}) =>
  database.as(caller, async (client) => {
    await client.query("select set_config('request.headers', $1, true)", [JSON.stringify(headers)]);
    const { rows } = await client.query<{ id: string }>(
      `select id from public.place_order(gen_random_uuid(), $1, 'bank', (select jsonb_build_array(jsonb_build_object('addon_id', id, 'quantity', 1)) from public.addons where is_active and is_ready and category = 'saas' order by price limit 1))`,
      [JSON.stringify({ firstName: 'A', lastName: 'B', email: `buyer-${n}@far.test`, phone: '0712345678', institution: 'Baraka' })],
    );
    return rows[0]!.id;
  });

/** What the last attempt is answered. */
const answers: Record<string, RegExp> = {
  'fee-reminder': /"mailed":5.*"unsent":[1-9]/,
  'order-proforma': /not mailed/,
  'support-ticket-received': /^\[null/,
};

describe('a trial school', () => {
  it.each(Object.keys(schoolMails))('stops at its budget with %s, and is told so in words', async (template) => {
    const sent = () => one("select sent from private.mail_spending where subject = 'school ' || $1", [greenfield]);
    const told = JSON.stringify(await schoolMails[template]!(12));
    expect(await sent()).toBe(5);
    expect(told).toMatch(answers[template] ?? /all 5 emails of today.*after midnight/);
  });

  it.each(['fee-reminder', 'gate-arrival', 'gate-departure', 'two-factor-reminder', 'some-later-template'])(
    'sends no more than its budget of up to 10,000 mails that are queued as %s',
    async (template) => {
      await limits({ networkDaily: 5 });
      const before = await mailed();
      await query(
        `select count(private.queue_mail($1 || '/' || n, $1, 'stranger-' || n || '@far.test', '{}', null, null, $2)) from generate_series(1, $3::integer) n`,
        [template, greenfield, template === 'gate-arrival' ? 10_000 : 50],
      );
      expect((await mailed()) - before).toBe(5);
      const lakeside = await schoolId('Lakeside School');
      await query('update public.subscriptions set is_trial = false, ends_on = greatest(ends_on, private.today()) where school_id = $1', [
        lakeside,
      ]);
      if (template !== 'some-later-template')
        expect(
          await one(
            "select private.queue_mail('other/' || gen_random_uuid(), 'gate-arrival', 'family@near.test', '{}', null, null, $1) is not null",
            [lakeside],
          ),
        ).toBe(true);
    },
  );

  it('has its administrators told once that mails were not sent, and the super admin sees it', async () => {
    await query(
      `select count(private.queue_mail('told/' || n, 'gate-arrival', 'stranger-' || n || '@far.test', '{}', null, null, $1)) from generate_series(1, 9) n`,
      [greenfield],
    );
    expect(
      await one(
        "select count(*)::integer from public.notifications where source = 'mail-budget/school/' || private.today() and body like '%5 for your school%midnight%'",
      ),
    ).toBeGreaterThan(0);
    expect(
      await database.as(
        admin,
        async (client) => (await client.query("select title from public.notifications where source like 'mail-budget/%'")).rows,
      ),
    ).toEqual([{ title: 'Emails were not sent today' }]);
    expect(await one('select private.spent_mail_budgets()')).toMatchObject([
      { school: 'Greenfield Academy', sent: 5, refused: 4, most: 5 },
    ]);
  });

  it('sends no links, and a paying one does', async () => {
    const data = JSON.stringify({ how_to_pay: 'Pay at https://evil.example/pay or www.evil.com now', nested: [{ note: 'evil.top' }] });
    const queue = (key: string) =>
      query("select private.queue_mail($1, 'gate-arrival', 'a@b.test', $2, null, null, $3)", [key, data, greenfield]);
    const dataOf = (key: string) => one('select data::text from public.mail_outbox where idempotency_key = $1', [key]);
    await queue('links/trial');
    expect(await dataOf('links/trial')).not.toMatch(/:\/\/|\w\.(com|top|example)/);
    const queueOwn = (key: string) =>
      query("select private.queue_mail($1, 'authenticator-reset', 'a@b.test', $2, null, null, $3)", [key, data, greenfield]);
    await queueOwn('links/reset');
    expect(await dataOf('links/reset')).not.toMatch(/:\/\/|\w\.(com|top|example)/);
    await setTrial(false);
    await queue('links/paid');
    expect(await dataOf('links/paid')).toContain('https://evil.example/pay');
    await query("select private.queue_mail('links/ours', 'ticket-reply', 'a@b.test', $1)", [data]);
    expect(await dataOf('links/ours')).toContain('https://evil.example/pay');
  });
});

describe('the platform’s own mails', () => {
  it('are not held by the budget of a school, and wait for tomorrow beyond their own', async () => {
    await limits({ trialSchoolDaily: 0, networkDaily: 0, platformRecipientDaily: 1 });
    for (const n of [1, 2]) await query(`select private.queue_mail('own/${n}', 'order-receipt', 'buyer@near.test', '{}')`);
    expect(
      await query(
        "select status, next_attempt_at > now() as waits from public.mail_outbox where idempotency_key like 'own/%' order by idempotency_key",
      ),
    ).toEqual([
      { status: 'queued', waits: false },
      { status: 'queued', waits: true },
    ]);
  });

  it('are not held by what strangers send to the same address', async () => {
    await limits({ recipientDaily: 1, networkDaily: 3 });
    for (const n of [1, 2, 3, 4])
      await query(`select private.queue_mail('strange/${n}', 'contact-message-received', 'parent@near.test', '{}')`);
    for (const template of ['authenticator-reset', 'order-receipt', 'ticket-reply'])
      await query(`select private.queue_mail('ours/${template}', '${template}', 'parent@near.test', '{}')`);
    expect(await query("select from public.mail_outbox where idempotency_key like 'ours/%' and next_attempt_at <= now()")).toHaveLength(3);
  });

  it('tell our team of every form, those of a network beyond its limit tomorrow', async () => {
    await limits({ networkDaily: 1, platformRecipientDaily: 1 });
    const tell = (key: string, network: string) =>
      database.owner.query(
        "select set_config('masomo.sender', $2, false), private.queue_mail($1, 'contact-message', 'team@masomo.test', '{}')",
        [key, network],
      );
    await tell('team/1', 'one');
    await tell('team/2', 'one');
    await tell('team/3', 'two');
    await query("select set_config('masomo.sender', '', false)");
    expect(
      await query(
        "select idempotency_key as key, next_attempt_at > now() as waits from public.mail_outbox where idempotency_key like 'team/%' order by 1",
      ),
    ).toEqual([
      { key: 'team/1', waits: false },
      { key: 'team/2', waits: true },
      { key: 'team/3', waits: false },
    ]);
    expect(await one('select private.spent_mail_networks()')).toBe(2);
  });
});

describe('senders', () => {
  it.each([
    ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['10.1.2.3', '10.1.2.3'],
    ['nonsense', 'unknown'],
    [null, 'unknown'],
  ])('%s counts as %s', async (address, network) => {
    expect(await one('select private.network_of($1)', [address])).toBe(network);
  });

  it('without an address share one limit', async () => {
    for (let n = 0; n < 10; n += 1) await query("select private.limit_form_requests('demo', null, $1)", [`a${n}@far.test`]);
    expect((await refusal(query("select private.limit_form_requests('demo', null, 'b@far.test')")))?.code).toBe('PT429');
  });
});

it('no more orders than the limit come from one network in an hour, and none without being told', async () => {
  await limits({ networkOrdersHourly: 1 });
  const place = (n: number, headers: object) => placeOrder(null, n, headers);
  await place(1, { 'x-forwarded-for': '10.9.9.9, 10.1.1.1' });
  expect((await refusal(place(2, { 'x-forwarded-for': '10.8.8.8, 10.1.1.1' })))?.code).toBe('PT429');
  await place(3, { 'x-forwarded-for': '10.1.1.2' });
  await place(4, {});
  expect((await refusal(place(5, {})))?.code).toBe('PT429');
});

describe('every way to mail', () => {
  it('goes through the functions that count: one for Auth, which has written its mail itself, and one for all else', async () => {
    const writers = await query<{ name: string }>(
      `select p.oid::regproc::text as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and p.prosrc ~* 'insert\\s+into\\s+public\\.mail_outbox' order by 1`,
    );
    expect(writers).toEqual([{ name: 'private.queue_mail' }, { name: 'queue_sign_in_mail' }]);
    const folder = path.join(import.meta.dirname, '../../functions');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    const mailing = sources.filter((name) =>
      /inviteUserByEmail|signInWithOtp|generateLink|resetPasswordForEmail|auth\.(signUp|resend)|from\('mail_outbox'\)\s*\.(insert|upsert)/.test(
        readFileSync(path.join(folder, name), 'utf8'),
      ),
    );
    expect(mailing.sort()).toEqual(['invite-user/index.ts', 'start-trial/index.ts']);
  });
});
