import { setting } from '@masomo/supabase/functions/environment';
import {
  makeGoogleMeeting,
  moveGoogleMeeting,
  readGoogleMeeting,
  removeGoogleMeeting,
  type MadeEvent,
} from '@masomo/supabase/functions/meetings/google';
import { ProviderRefusal, ProviderWaits } from '@masomo/supabase/functions/meetings/providerCall';
import { makeZoomMeeting, moveZoomMeeting, registerStudents, removeZoomMeeting } from '@masomo/supabase/functions/meetings/zoom';
import { defineJob, type Job } from '@masomo/worker/defineJob';
import { accountOf, readMeeting, plannedOf, type MeetingRow } from './shared/meetingRow.ts';

const pendingSeconds = 5;

/** Has a provider make, move or cancel a meeting, as the timetable or a teacher changed it. */
export default defineJob({
  due: 'select * from private.live_meetings_to_sync()',
  async step({ subject, sql }) {
    const row = await readMeeting(sql, subject);
    if (!row) return;
    try {
      await sync(row, sql);
    } catch (error) {
      await note(row, error, sql);
    }
  },
});

type Sql = Job['sql'];

/** Nothing is to be told to the provider but what has changed since the meeting was read. */
const settled = (row: MeetingRow, sql: Sql, changes: string) =>
  sql(
    `update public.live_meetings m set waits_until = null, sync_at = case when m.sync_at is distinct from $2::timestamptz then m.sync_at end,
       ${changes} where m.id = $1`,
    [row.id, row.sync_at],
  );

async function sync(row: MeetingRow, sql: Sql): Promise<void> {
  const account = accountOf(row, sql);
  if (row.is_cancelled) {
    if (row.provider_id && account) await (row.provider === 'zoom' ? removeZoomMeeting : removeGoogleMeeting)(account, row.provider_id);
    await sql('delete from private.live_registrants where meeting_id = $1', [row.id]);
    await sql('delete from private.live_meeting_links where meeting_id = $1', [row.id]);
    await settled(row, sql, 'problem = null, made_at = null, collect_at = null');
    return;
  }
  if (!account) {
    await settled(row, sql, "problem = 'not_connected'");
    return;
  }
  if (row.provider === 'zoom') await syncZoom(row, account, sql);
  else await syncGoogle(row, account, sql);
}

type Account = NonNullable<ReturnType<typeof accountOf>>;

async function syncZoom(row: MeetingRow, account: Account, sql: Sql): Promise<void> {
  let id = row.provider_id;
  if (!id) {
    const made = await makeZoomMeeting(account, plannedOf(row));
    id = made.providerId;
    await keepLink(row, { ...made, code: undefined }, sql);
  } else if (row.sync_at !== null) await moveZoomMeeting(account, id, plannedOf(row));
  const students = await sql<{ id: string; first_name: string }>('select * from private.live_students_to_register($1)', [row.id]);
  if (students.length > 0) {
    const domain = new URL(setting('SITE_URL') ?? 'https://localhost').hostname;
    const listed = students.map((student) => ({ id: student.id, firstName: student.first_name }));
    for (const { studentId, registrantId, joinUrl } of await registerStudents(account, id, listed, domain))
      await sql(
        `insert into private.live_registrants (meeting_id, student_id, school_id, registrant_id, join_url)
         values ($1, $2, $3, $4, $5) on conflict (meeting_id, student_id) do update set registrant_id = excluded.registrant_id, join_url = excluded.join_url`,
        [row.id, studentId, row.school_id, registrantId, joinUrl],
      );
  }
  await made(row, sql);
}

async function syncGoogle(row: MeetingRow, account: Account, sql: Sql): Promise<void> {
  let event: MadeEvent | undefined;
  if (!row.provider_id) event = await makeGoogleMeeting(account, plannedOf(row));
  else {
    await moveGoogleMeeting(account, row.provider_id, plannedOf(row));
    if (!row.is_made) event = await readGoogleMeeting(account, row.provider_id);
  }
  if (event) await keepLink(row, event, sql);
  if (event && event.joinUrl === undefined)
    await sql(
      `update public.live_meetings set problem = null, waits_until = null, sync_at = now() + make_interval(secs => $2) where id = $1`,
      [row.id, pendingSeconds],
    );
  else await made(row, sql);
}

const keepLink = (row: MeetingRow, { providerId, joinUrl, code }: MadeEvent, sql: Sql) =>
  sql(
    `insert into private.live_meeting_links (meeting_id, account_id, provider_id, code, join_url) values ($1, $2, $3, $4, $5)
     on conflict (meeting_id) do update set account_id = excluded.account_id, provider_id = excluded.provider_id, code = excluded.code, join_url = excluded.join_url`,
    [row.id, row.account_id, providerId, code ?? null, joinUrl ?? null],
  );

const made = (row: MeetingRow, sql: Sql) =>
  settled(
    row,
    sql,
    "problem = null, made_at = coalesce(m.made_at, now()), collect_at = case when m.collected_at is null then m.ends_at + interval '10 minutes' end",
  );

/** Writes down what keeps a provider from doing it; what may go by itself is thrown on, so that the job is tried again. */
async function note(row: MeetingRow, error: unknown, sql: Sql): Promise<void> {
  if (error instanceof ProviderWaits) {
    // The limit is the host's: the other meetings of the teacher wait as long.
    await sql(
      `update public.live_meetings m set waits_until = $3, sync_at = $3
       where m.id = $1 or (m.school_id = $2 and m.provider = $4 and m.teacher_id = $5 and m.sync_at <= now())`,
      [row.id, row.school_id, error.until.toISOString(), row.provider, row.teacher_id],
    );
    return;
  }
  if (!(error instanceof ProviderRefusal)) throw error;
  const isAccount = error.status === 401 || ['invalid_client', 'invalid_grant', 'invalid_request'].includes(error.code);
  if (isAccount && row.account_id) await sql("update public.live_accounts set problem = 'refused' where id = $1", [row.account_id]);
  const problem = isAccount ? 'not_connected' : error.code === '1001' ? 'host_unknown' : 'refused';
  await sql('update public.live_meetings set problem = $2, sync_at = null where id = $1', [row.id, problem]);
}
