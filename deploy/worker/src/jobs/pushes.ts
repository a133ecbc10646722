import { setting } from '@masomo/supabase/functions/environment';
import { pushText } from '@masomo/supabase/functions/push/pushTexts';
import { z } from 'zod';
import { defineJob, type Job } from '../defineJob.ts';
import { readPushKeys, type PushKeys } from '../push/pushKeys.ts';
import type { PushResult } from '../push/sendPush.ts';

const atOnce = 50;
const dueSchema = z.object({
  id: z.uuid(),
  endpoint: z.string().nullable(),
  public_key: z.string().nullable(),
  secret: z.string().nullable(),
  sender_key: z.string().nullable(),
  topic: z.string(),
  source: z.string(),
  notification_id: z.uuid(),
  link: z.string().nullable(),
  language: z.string(),
  school: z.string().nullable(),
  claims: z.unknown(),
  problem: z.string().nullable(),
});
type Due = z.infer<typeof dueSchema>;

const unreadable = 'The person may not read it, or works in another school now.';

/** Whether the person may read it, asked as they are in the session in which they turned messages on. */
async function mayRead({ sql }: Job, { claims, source }: Due): Promise<boolean> {
  await sql("select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)", [JSON.stringify(claims)]);
  const [row] = await sql<{ may: boolean }>('select private.may_read_notification($1) as may', [source]);
  await sql("select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)");
  return row?.may === true;
}

async function problemOf(job: Job, due: Due): Promise<string | null> {
  return due.problem ?? ((await mayRead(job, due)) ? null : unreadable);
}

async function deliver(due: Due, keys: readonly PushKeys[]): Promise<PushResult> {
  const key = keys.find(({ publicKey }) => publicKey === due.sender_key);
  if (!key) return { outcome: 'gone', reason: 'The key for which the device turned messages on is no longer here.' };
  const { sendPush } = await import('../push/sendPush.ts');
  return sendPush(
    { endpoint: due.endpoint ?? '', publicKey: due.public_key ?? '', secret: due.secret ?? '' },
    key,
    setting('PUSH_CONTACT') ?? 'mailto:push@masomo.test',
    {
      id: due.notification_id,
      title: due.school ?? 'Masomo',
      text: pushText(due.topic, due.language),
      link: due.link ?? '/dashboard/notifications',
      language: due.language,
    },
  );
}

async function save({ sql }: Job, { id }: Due, result: PushResult): Promise<void> {
  if (result.outcome === 'sent') return void (await sql('select private.push_sent($1)', [id]));
  const isGone = result.outcome === 'gone';
  const wait = result.outcome === 'failed' ? (result.waitSeconds ?? 0) : 0;
  await sql('select private.push_failed($1, $2, $3, $4, make_interval(secs => $5))', [
    id,
    result.reason,
    isGone || result.isFinal,
    isGone,
    wait,
  ]);
}

/** Has devices show what waits for them. No row is locked in the meantime; what a worker sent before it died is sent again and replaces itself. */
export default defineJob({
  isOn: () => setting('PUSH_PRIVATE_KEYS') !== undefined,
  due: "select '' where exists (select from private.push_outbox where status = 'queued' and next_attempt_at <= now())",
  everySeconds: 2,
  async step(job) {
    const keys = readPushKeys(setting('PUSH_PRIVATE_KEYS'));
    const due = z.array(dueSchema).parse(await job.sql('select * from private.due_pushes($1)', [atOnce]));
    const sendable: Due[] = [];
    for (const each of due) {
      const problem = await problemOf(job, each);
      if (problem === null) sendable.push(each);
      else await job.sql('select private.withdraw_push($1, $2)', [each.id, problem]);
    }
    const results = await Promise.all(sendable.map(async (each) => [each, await deliver(each, keys)] as const));
    for (const [each, result] of results) await save(job, each, result);
    const sent = results.filter(([, { outcome }]) => outcome === 'sent').length;
    return { result: { sent }, ...(due.length === atOnce && { reached: {} }) };
  },
});
