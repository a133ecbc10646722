import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const recipients = 2_000;
/** What the mail server does with the mail of a person, by their number: a tenth each is refused, fails at first, and fails for ever. */
const fateOf = (to: string) => ['refused', 'late', 'down'][Number(/\d+/.exec(to)?.[0]) % 10];

const tries = new Map<string, number>();
const delivered = new Map<string, string>();
let onDelivered: () => void = () => undefined;
const service = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { to } = JSON.parse(body) as { to: [string] };
    const key = String(request.headers['idempotency-key']);
    const fate = fateOf(to[0]);
    const count = (tries.get(key) ?? 0) + 1;
    tries.set(key, count);
    const status = fate === 'refused' ? 422 : fate === 'down' || (fate === 'late' && count === 1) ? 503 : 200;
    if (status === 200) delivered.set(key, to[0]);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(status === 200 ? { id: key } : { message: 'no' }));
    if (status === 200) onDelivered();
  });
});
beforeAll(() => new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => service.close(resolve)));

/** Sends what is due, in a process that is killed after so many more mails have arrived; without a number to its end. */
async function send(killAfter = Number.POSITIVE_INFINITY): Promise<void> {
  const worker = fork(path.join(import.meta.dirname, 'mailWorker.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      RESEND_API_KEY: 'key',
      RESEND_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    },
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const until = delivered.size + killAfter;
  onDelivered = () => {
    if (delivered.size >= until) worker.kill('SIGKILL');
  };
  await ended;
}
const states = async () =>
  (
    await database.owner.query<{ status: string; n: number }>(
      "select status, count(*)::integer as n from public.mail_outbox where template = 'notice-announcements' group by 1 order by 1",
    )
  ).rows;
/** The clock of the tries goes on: what waits for its next one, or for the claim of a sender that died, is due. */
const later = () =>
  database.owner.query(
    "update public.mail_outbox set next_attempt_at = now() where status in ('queued', 'sending') and template = 'notice-announcements'",
  );

it('two thousand people are each mailed once or have their failure, after two kills', { timeout: 240_000 }, async () => {
  await database.owner.query(
    'update public.settings set value = value || \'{"paidSchoolDaily": 5000, "trialSchoolDaily": 5000, "recipientDaily": 5000, "networkDaily": 5000}\' where key = \'mail_budget\'',
  );
  await database.owner.query("update public.mail_outbox set status = 'sent' where status in ('queued', 'sending')");
  await database.owner.query(
    `with made as (insert into auth.users (id, email) select gen_random_uuid(), 'reader' || n || '@family.test' from generate_series(1, $1) n returning id, email),
       member as (insert into public.users (id, email, role, school_id)
         select m.id, m.email, 'parent', (select id from public.schools where name = 'Greenfield Academy') from made m
         on conflict (id) do update set role = 'parent', school_id = excluded.school_id returning id)
     insert into private.message_choices select id, 'announcements', 'mail', true from member`,
    [recipients],
  );
  const { rows } = await database.owner.query<{ n: number }>(
    `select private.notify(array(select id from public.users where email like 'reader%@family.test'), 'announcement/' || gen_random_uuid(),
       private.say('New announcement'), to_jsonb('School closes at noon.'::text), '/dashboard') as n`,
  );
  expect(rows[0]?.n).toBe(recipients);
  expect(await states()).toEqual([{ status: 'queued', n: recipients }]);

  await send(300);

  await later();
  await send(400);

  expect((await states()).some(({ status }) => status === 'sending')).toBe(true);
  for (let round = 0; round < 11; round += 1) {
    await later();
    await send();
  }
  const tenth = recipients / 10;
  expect(await states()).toEqual([
    { status: 'failed', n: 2 * tenth },
    { status: 'sent', n: recipients - 2 * tenth },
  ]);
  expect([...new Set(delivered.values())]).toHaveLength(recipients - 2 * tenth);
  expect(delivered.size).toBe(recipients - 2 * tenth);
  const { rows: wrong } = await database.owner.query<{ to_address: string }>(
    "select to_address from public.mail_outbox where template = 'notice-announcements' and (status = 'sent') <> (idempotency_key = any ($1))",
    [[...delivered.keys()]],
  );
  expect(wrong).toEqual([]);
});
