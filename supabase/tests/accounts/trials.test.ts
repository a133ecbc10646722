import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
const trial = { school: 'Baraka Hills', kind: 'primary', first: 'Neema', last: 'Auma', email: 'neema@baraka.test', county: 'Nakuru' };

/** What the form of a visitor does. */
async function ask(change: Partial<typeof trial> & { sender?: string } = {}) {
  const { school, kind, first, last, email, county, sender = crypto.randomUUID() } = { ...trial, ...change };
  const { rows } = await database.asServer((client) =>
    client.query<{ is_new: boolean; mail_ids: string[] }>(
      "select * from public.submit_trial_request(gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, 'sw')",
      [school, kind, first, last, email, county, sender],
    ),
  );
  return rows[0]!;
}
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const invite = (email: string) =>
  owned(
    "insert into auth.users (id, aud, role, email, created_at, updated_at) values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now())",
    [email],
  );
const confirm = (email: string) => owned('update auth.users set email_confirmed_at = now() where email = $1', [email]);
const schools = (name: string) => owned('select name from public.schools where name like $1 order by name', [`${name}%`]);

describe('a trial', () => {
  it('opens a school only when the address is confirmed, with terms, classes and subjects, and its administrator', async () => {
    expect(await ask()).toEqual({ is_new: true, mail_ids: [] });
    await invite(trial.email);
    expect(await schools('Baraka Hills')).toEqual([]);
    await confirm(trial.email);
    const [opened] = await owned(
      `select s.id, s.county, s.kind, b.status, b.plan, b.ends_on - b.started_on >= 28 and (b.started_on + interval '1 month')::date = b.ends_on as is_a_month,
        (select count(*) from public.school_terms t where t.school_id = s.id) as terms, (select count(*) from public.classes c where c.school_id = s.id) as classes,
        (select count(*) from public.subjects c where c.school_id = s.id) as subjects
      from public.schools s join public.subscription_overview b on b.school_id = s.id where s.name = 'Baraka Hills'`,
    );
    expect(opened).toMatchObject({
      county: 'Nakuru',
      kind: 'primary',
      status: 'trial',
      plan: 'Gold',
      is_a_month: true,
      terms: 3,
      classes: 11,
      subjects: 11,
    });
    expect(await owned('select role, school_id, first_name, language from public.users where email = $1', [trial.email])).toEqual([
      { role: 'admin', school_id: opened!['id'], first_name: 'Neema', language: 'sw' },
    ]);
    expect(await owned('select from private.trial_requests')).toEqual([]);
    const { rows } = await database.as(trial.email, (client) =>
      client.query<{ r: { setup: object } }>('select public.dashboard_summary() as r'),
    );
    expect(rows[0]!.r.setup).toEqual({
      details: false,
      terms: true,
      classes: true,
      subjects: false,
      staff: false,
      students: false,
      fees: false,
      guardians: false,
      register: false,
    });
    expect(await refusal(database.as(trial.email, (client) => client.query("select public.save_subject('French', 'FRE')")))).toBeNull();
  });

  it('answers an address with an account as any other, and tells it by mail', async () => {
    for (const email of ['teacher@greenfield.test', 'TEACHER@greenfield.test ', superAdmin]) {
      const { is_new: isNew, mail_ids: mails } = await ask({ email });
      expect([isNew, mails.length]).toEqual([false, 1]);
      expect(await owned('select template, to_address from public.mail_outbox where id = $1', mails)).toEqual([
        { template: 'trial-account-exists', to_address: email.trim().toLowerCase() },
      ]);
    }
    expect(await owned('select from private.trial_requests')).toEqual([]);
    expect(await owned("select role from public.users where email = 'teacher@greenfield.test'")).toEqual([{ role: 'teacher' }]);
  });

  it('keeps the last of several forms, and leaves an address alone that a school has invited since', async () => {
    await ask({ email: 'late@baraka.test', school: 'First Try' });
    await ask({ email: 'late@baraka.test', school: 'Second Try' });
    await invite('late@baraka.test');
    await owned(
      "update public.users set school_id = (select id from public.schools where name = 'Lakeside School'), role = 'teacher' where email = 'late@baraka.test'",
    );
    await confirm('late@baraka.test');
    expect([await schools('First Try'), await schools('Second Try')]).toEqual([[], []]);
    expect(await owned("select role from public.users where email = 'late@baraka.test'")).toEqual([{ role: 'teacher' }]);
  });

  it('needs one name of a person only', async () => {
    await ask({ school: 'One Name Hills', last: '', email: 'madonna@baraka.test' });
    expect(await owned("select first_name, last_name from private.trial_requests where email = 'madonna@baraka.test'")).toEqual([
      { first_name: 'Neema', last_name: '' },
    ]);
    await owned("delete from private.trial_requests where email = 'madonna@baraka.test'");
  });

  it('tells two schools of one name apart', async () => {
    for (const [email, county] of [
      ['a@twin.test', 'Meru'],
      ['b@twin.test', 'Meru'],
      ['c@twin.test', 'Embu'],
      ['d@twin.test', 'Meru'],
    ] as const) {
      await ask({ email, county, school: 'Twin Academy' });
      await invite(email);
      await confirm(email);
    }
    expect((await schools('Twin')).map(({ name }) => name)).toEqual([
      'Twin Academy',
      'Twin Academy, Embu',
      'Twin Academy, Meru',
      'Twin Academy, Meru 2',
    ]);
  });

  it('is limited by address and by network, and closed by a super admin', async () => {
    for (let n = 0; n < 5; n += 1) await ask({ email: 'often@baraka.test' });
    expect((await refusal(ask({ email: 'Often@baraka.test' })))?.code).toBe('PT429');
    for (let n = 0; n < 10; n += 1) await ask({ email: `n${n}@baraka.test`, sender: 'one-network' });
    expect((await refusal(ask({ email: 'n11@baraka.test', sender: 'one-network' })))?.code).toBe('PT429');
    await database.as(superAdmin, (client) => client.query("select public.set_feature('trials', false)"));
    expect((await refusal(ask({ email: 'closed@baraka.test' })))?.hint).toBe('feature.closed');
    await database.as(superAdmin, (client) => client.query("select public.set_feature('trials', true)"));
    expect((await refusal(ask({ email: 'nobody' })))?.detail).toBe('email');
    expect((await refusal(ask({ email: 'x@baraka.test', school: ' ' })))?.detail).toBe('school');
  });

  it('that nobody confirms is gone after seven days, with the account that waited', async () => {
    await ask({ email: 'gone@baraka.test' });
    await invite('gone@baraka.test');
    await owned("update private.trial_requests set created_at = now() - interval '8 days' where email = 'gone@baraka.test'");
    await runJob(database, 'trial-requests');
    expect(await owned("select from auth.users where email = 'gone@baraka.test'")).toEqual([]);
    expect(await owned("select from private.trial_requests where email = 'gone@baraka.test'")).toEqual([]);
  });
});

describe('what a new school starts with', () => {
  const terms = async (day: string) =>
    (await owned('select name, starts_on::text, ends_on::text from private.proposed_terms($1)', [day])).map(Object.values);
  const classes = async (kind: string, year: number) =>
    (await owned('select name from private.proposed_classes($1, $2)', [kind, year])).map(({ name }) => name);

  it('are the terms of this year, and after the last one those of the next, marked while nobody has published them', async () => {
    expect(await terms('2026-10-23')).toEqual([
      ['Term 1 2026', '2026-01-05', '2026-04-02'],
      ['Term 2 2026', '2026-04-27', '2026-07-31'],
      ['Term 3 2026', '2026-08-24', '2026-10-23'],
    ]);
    expect(await terms('2026-10-24')).toEqual([
      ['Term 1 2027 (to be confirmed)', '2027-01-04', '2027-04-01'],
      ['Term 2 2027 (to be confirmed)', '2027-04-26', '2027-07-30'],
      ['Term 3 2027 (to be confirmed)', '2027-08-23', '2027-10-22'],
    ]);
  });

  it('are the classes that a school of its kind has in that year', async () => {
    expect(await classes('secondary', 2026)).toEqual(['Grade 10', 'Form 3', 'Form 4']);
    expect(await classes('secondary', 2027)).toEqual(['Grade 10', 'Grade 11', 'Form 4']);
    expect(await classes('secondary', 2029)).toEqual(['Grade 10', 'Grade 11', 'Grade 12']);
    expect(await classes('primary', 2026)).toHaveLength(11);
    expect(await classes('university', 2026)).toEqual(['Year 1', 'Year 2', 'Year 3', 'Year 4']);
  });
});
