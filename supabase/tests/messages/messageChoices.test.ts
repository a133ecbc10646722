import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [parent, teacher] = ['parent@greenfield.test', 'teacher@greenfield.test'];
type Choices = { topics: { topic: string; mail: boolean }[]; quiet_hours: { starts: string; ends: string } | null };
let people: Record<string, string>;

beforeAll(async () => {
  const { rows } = await database.owner.query<{ id: string; email: string }>('select id, email from public.users');
  people = Object.fromEntries(rows.map(({ id, email }) => [email, id]));
});

const choicesOf = async (email: string) =>
  (await database.as(email, (client) => client.query<{ choices: Choices }>('select public.message_choices() as choices'))).rows[0]!.choices;
const choose = (email: string, topic: string, isOn: boolean, channel = 'mail') =>
  database.as(email, (client) => client.query('select public.choose_message($1, $2, $3)', [topic, channel, isOn]));
const setQuiet = (email: string, starts: string | null, ends: string | null) =>
  database.as(email, (client) => client.query('select public.set_quiet_hours($1, $2)', [starts, ends]));
const notify = (email: string, source: string) =>
  database.owner.query(
    "select private.notify(array[$1]::uuid[], $2, private.say('Marked: {title}', '{\"title\": \"Cells\"}'), to_jsonb('Well done.'::text), '/dashboard')",
    [people[email], source],
  );
type Mail = { id: string; template: string; status: string; last_error: string | null; next_attempt_at: Date; data: object };
const mails = async (source: string) =>
  (
    await database.owner.query<Mail>(
      `select m.* from public.mail_outbox m join public.notifications n on n.id::text = split_part(m.idempotency_key, '/', 2) where n.source = $1`,
      [source],
    )
  ).rows;
const source = (kind: string) => `${kind}/${crypto.randomUUID()}`;
const claim = async () => void (await database.owner.query('select public.claim_mails(100)'));

describe('what people choose of their messages', () => {
  it('offers families what concerns their children, and others what everybody at the school gets', async () => {
    const family = (await choicesOf(parent)).topics;
    expect(family.map(({ topic }) => topic)).toEqual(['announcements', 'absences', 'work', 'records', 'messages', 'gate']);
    expect(family.filter(({ mail }) => mail).map(({ topic }) => topic)).toEqual(['messages', 'gate']);
    expect((await choicesOf(teacher)).topics.map(({ topic }) => topic)).toEqual(['announcements', 'messages']);
  });

  it('mails a notification of a chosen topic once, and no other', async () => {
    const [before, after, other] = [source('mark'), source('mark'), source('ticket-reply')];
    await notify(parent, before);
    await choose(parent, 'work', true);
    await notify(parent, after);
    await notify(parent, after);
    await notify(parent, other);
    expect(await mails(before)).toEqual([]);
    expect(await mails(other)).toEqual([]);
    expect(await mails(after)).toMatchObject([
      {
        template: 'notice-work',
        status: 'queued',
        data: {
          subject: { sentence: 'Marked: {title}', args: { title: 'Cells' } },
          texts: [{ sentence: '{text}', args: { text: 'Well done.' } }],
          link: { path: '/dashboard' },
        },
      },
    ]);
  });

  it('sends nothing that was read, revoked or chosen off in the meantime', async () => {
    await choose(parent, 'work', true);
    const [read, gone, off] = [source('mark'), source('mark'), source('mark')];
    for (const each of [read, gone, off]) await notify(parent, each);
    await database.owner.query('update public.notifications set read_at = now() where source = $1', [read]);
    const [mail] = await mails(gone);
    await database.owner.query('delete from public.notifications where source = $1', [gone]);
    expect((await database.owner.query('select from public.mail_outbox where id = $1', [mail!.id])).rowCount).toBe(0);
    await choose(parent, 'work', false);
    await claim();
    expect(await mails(read)).toMatchObject([{ status: 'withdrawn', last_error: 'It was read in the product.' }]);
    expect(await mails(off)).toMatchObject([{ status: 'withdrawn', last_error: 'The person does not want it by mail any more.' }]);
  });

  it('leaves mails of the gate out for who does not want them', async () => {
    const queue = async () =>
      (
        await database.owner.query<{ id: string | null }>(
          `select private.queue_mail('gate-arrival/' || gen_random_uuid(), 'gate-arrival', $1, '{}', school => u.school_id) as id from public.users u where u.email = $1`,
          [parent],
        )
      ).rows[0]!.id;
    expect(await queue()).not.toBeNull();
    await choose(parent, 'gate', false);
    expect(await queue()).toBeNull();
    await choose(parent, 'gate', true);
  });

  it('waits for the end of quiet hours, also over midnight, and only with what is chosen', async () => {
    await choose(parent, 'work', true);
    const after = async (moment: string) =>
      (
        await database.owner.query<{ at: Date }>('select private.after_quiet_hours($1, $2) as at', [people[parent], moment])
      ).rows[0]!.at.toISOString();
    await setQuiet(parent, '21:00', '06:00');
    expect((await choicesOf(parent)).quiet_hours).toEqual({ starts: '21:00', ends: '06:00' });
    // Nairobi is three hours ahead.
    expect(await after('2026-02-03T17:59:00Z')).toBe('2026-02-03T17:59:00.000Z');
    expect(await after('2026-02-03T18:00:00Z')).toBe('2026-02-04T03:00:00.000Z');
    expect(await after('2026-02-04T02:59:00Z')).toBe('2026-02-04T03:00:00.000Z');
    expect(await after('2026-02-04T03:00:00Z')).toBe('2026-02-04T03:00:00.000Z');
    await setQuiet(parent, '12:00', '14:00');
    expect(await after('2026-02-03T10:30:00Z')).toBe('2026-02-03T11:00:00.000Z');
    const now = new Date();
    const hour = (offset: number) => new Date(now.getTime() + (3 + offset) * 3_600_000).toISOString().slice(11, 16);
    await setQuiet(parent, hour(-1), hour(2));
    const quiet = source('mark');
    await notify(parent, quiet);
    const [mail] = await mails(quiet);
    expect(mail!.next_attempt_at.getTime()).toBeGreaterThan(now.getTime() + 3_600_000);
    await setQuiet(parent, null, null);
    expect((await choicesOf(parent)).quiet_hours).toBeNull();
  });

  it('refuses what cannot be chosen', async () => {
    expect((await refusal(choose(parent, 'receipts', false)))?.hint).toBe('message.choice');
    expect((await refusal(choose(parent, 'work', true, 'pigeon')))?.hint).toBe('message.choice');
    expect((await refusal(setQuiet(parent, '21:00', '21:00')))?.hint).toBe('message.quiet_hours');
    expect((await refusal(setQuiet(parent, '21:00', null)))?.hint).toBe('message.quiet_hours');
  });

  it('goes with the account', async () => {
    const id = '5d3f1f9e-0c57-4a55-9d6c-0f7c3f0a7a12';
    await database.owner.query("insert into auth.users (id, email) values ($1, 'choosing@greenfield.test')", [id]);
    await database.owner.query("insert into private.message_choices values ($1, 'work', 'mail', true)", [id]);
    await database.owner.query("insert into private.quiet_hours values ($1, '21:00', '06:00')", [id]);
    await database.owner.query('delete from auth.users where id = $1', [id]);
    const left = await database.owner.query(
      'select user_id from private.message_choices where user_id = $1 union select user_id from private.quiet_hours where user_id = $1',
      [id],
    );
    expect(left.rowCount).toBe(0);
  });
});
