import { z } from 'zod';
import type { MeetingReport, PlannedMeeting } from './meeting.ts';
import { ProviderRefusal, providerCall, withToken, type ProviderAccount } from './providerCall.ts';
import { addresses } from './settings.ts';

// Client of Zoom's API by server-to-server OAuth (developers.zoom.us/docs/api).
const meetingSchema = z.looseObject({ id: z.coerce.string(), join_url: z.string(), agenda: z.string().optional() });
const listSchema = z.looseObject({ meetings: z.array(meetingSchema).default([]), next_page_token: z.string().default('') });
const startSchema = z.looseObject({ start_url: z.url() });
const registrantsSchema = z.looseObject({
  registrants: z.array(z.object({ registrant_id: z.string(), email: z.string(), join_url: z.string() })).default([]),
});
const instancesSchema = z.looseObject({ meetings: z.array(z.looseObject({ uuid: z.string() })).default([]) });
const participantsSchema = z.looseObject({
  next_page_token: z.string().default(''),
  participants: z
    .array(
      z.looseObject({
        id: z.string().default(''),
        user_id: z.coerce.string().default(''),
        name: z.string().default(''),
        user_email: z.string().default(''),
        registrant_id: z.string().default(''),
        status: z.string().default('in_meeting'),
        join_time: z.string(),
        leave_time: z.string(),
      }),
    )
    .default([]),
});
const recordingsSchema = z.looseObject({
  recording_files: z
    .array(
      z.looseObject({
        id: z.string().optional(),
        recording_type: z.string().default('recording'),
        play_url: z.string().optional(),
        recording_start: z.string(),
        status: z.string().default('completed'),
      }),
    )
    .default([]),
});
const nothing = z.unknown();
const pageSize = 300;

/** A UUID in a path: encoded twice where it begins with a slash or has two of them. */
export function encodeUuid(uuid: string): string {
  const once = encodeURIComponent(uuid);
  return uuid.startsWith('/') || uuid.includes('//') ? encodeURIComponent(once) : once;
}

/** How a meeting says which of ours it is, so that a lost response makes no second one. */
const markOf = (id: string) => `Masomo ${id}`;

function renew({ keys }: ProviderAccount): Promise<unknown> {
  const { account_id = '', client_id = '', client_secret = '' } = keys;
  return providerCall(`${addresses.zoomSignIn()}/oauth/token`, nothing, {
    method: 'POST',
    authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
    form: { grant_type: 'account_credentials', account_id },
  });
}

/** Rejects with a refusal where Zoom does not know these keys. */
export const checkZoomKeys = (keys: Record<string, string>) => renew({ keys, accessToken: null, tokenEndsAt: null, keep: async () => {} });

function ask<T>(account: ProviderAccount, path: string, schema: z.ZodType<T>, call: { method?: string; json?: unknown } = {}): Promise<T> {
  return withToken(
    account,
    () => renew(account),
    (authorization) => providerCall(`${addresses.zoom()}/v2${path}`, schema, { ...call, authorization }),
  );
}

/** Follows the pages of a list. */
async function allPages<T extends { next_page_token: string }>(read: (page: string) => Promise<T>): Promise<T[]> {
  const pages: T[] = [];
  let token = '';
  do {
    const page = await read(token);
    pages.push(page);
    token = page.next_page_token;
  } while (token !== '');
  return pages;
}
const paged = (path: string, token: string) =>
  `${path}${path.includes('?') ? '&' : '?'}page_size=${pageSize}${token ? `&next_page_token=${encodeURIComponent(token)}` : ''}`;

const requestOf = ({ id, title, startsAt, endsAt, localStart, timeZone }: PlannedMeeting) => ({
  topic: title,
  type: 2,
  start_time: localStart,
  duration: Math.max(1, Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)),
  timezone: timeZone,
  agenda: markOf(id),
});
/** Anyone who is not on the class list is not let in by itself. */
const settings = {
  waiting_room: true,
  join_before_host: false,
  approval_type: 1,
  registration_type: 1,
  registrants_confirmation_email: false,
  registrants_email_notification: false,
};

type Made = { providerId: string; joinUrl: string };
const madeOf = ({ id, join_url: joinUrl }: z.infer<typeof meetingSchema>): Made => ({ providerId: id, joinUrl });

/** Makes a meeting, or finds the one that an earlier request made without our hearing of it. */
export async function makeZoomMeeting(account: ProviderAccount, planned: PlannedMeeting): Promise<Made> {
  const host = encodeURIComponent(planned.host);
  const pages = await allPages((token) => ask(account, paged(`/users/${host}/meetings?type=upcoming`, token), listSchema));
  const made = pages.flatMap(({ meetings }) => meetings).find(({ agenda }) => agenda === markOf(planned.id));
  if (made) return madeOf(made);
  return madeOf(
    await ask(account, `/users/${host}/meetings`, meetingSchema, { method: 'POST', json: { ...requestOf(planned), settings } }),
  );
}

export async function moveZoomMeeting(account: ProviderAccount, providerId: string, planned: PlannedMeeting): Promise<void> {
  await ask(account, `/meetings/${providerId}`, nothing, { method: 'PATCH', json: requestOf(planned) });
}

/** Deletes a meeting; one that is gone already is as good. */
export async function removeZoomMeeting(account: ProviderAccount, providerId: string): Promise<void> {
  await ask(account, `/meetings/${providerId}?schedule_for_reminder=false`, nothing, { method: 'DELETE' }).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ProviderRefusal && error.status === 404)) throw error;
}

/** The link by which the host starts a meeting. It ends after two hours, so it is asked for each time and kept nowhere. */
export async function zoomStartUrl(account: ProviderAccount, providerId: string): Promise<string> {
  return (await ask(account, `/meetings/${providerId}`, startSchema)).start_url;
}

const batchSize = 30;
export type ListedStudent = { id: string; firstName: string };
export type Registrant = { studentId: string; registrantId: string; joinUrl: string };

/** Puts students on the class list of a meeting. Zoom is told first names, and addresses that are nobody's. */
export async function registerStudents(
  account: ProviderAccount,
  providerId: string,
  students: readonly ListedStudent[],
  domain: string,
): Promise<Registrant[]> {
  const addressOf = (id: string) => `${id}@students.${domain}`;
  const registered: Registrant[] = [];
  for (let at = 0; at < students.length; at += batchSize) {
    const batch = students.slice(at, at + batchSize);
    const { registrants } = await ask(account, `/meetings/${providerId}/batch_registrants`, registrantsSchema, {
      method: 'POST',
      json: {
        auto_approve: true,
        registrants_confirmation_email: false,
        registrants: batch.map(({ id, firstName }) => ({ email: addressOf(id), first_name: firstName })),
      },
    });
    const byAddress = new Map(registrants.map((registrant) => [registrant.email.toLowerCase(), registrant]));
    for (const { id } of batch) {
      const found = byAddress.get(addressOf(id));
      if (found) registered.push({ studentId: id, registrantId: found.registrant_id, joinUrl: found.join_url });
    }
  }
  return registered;
}

/** Who came to a meeting that has ended, over all its sittings, and what was recorded. */
export async function readZoomReport(account: ProviderAccount, providerId: string): Promise<MeetingReport> {
  const { meetings } = await ask(account, `/past_meetings/${providerId}/instances`, instancesSchema).catch((error: unknown) => {
    ignoreMissing(error);
    return { meetings: [] };
  });
  const report: MeetingReport = { attendees: [], recordings: [], isComplete: meetings.length > 0 };
  for (const { uuid } of meetings) {
    const path = `/report/meetings/${encodeUuid(uuid)}/participants?include_fields=registrant_id`;
    const pages = await allPages((token) => ask(account, paged(path, token), participantsSchema));
    addParticipants(
      report,
      uuid,
      pages.flatMap(({ participants }) => participants),
    );
    const { recording_files: files } = await ask(account, `/meetings/${encodeUuid(uuid)}/recordings`, recordingsSchema).catch(
      (error: unknown) => {
        ignoreMissing(error);
        return { recording_files: [] };
      },
    );
    for (const file of files)
      if (file.play_url && file.status === 'completed')
        report.recordings.push({
          key: file.id ?? `${uuid} ${file.recording_type} ${file.recording_start}`,
          kind: file.recording_type,
          url: file.play_url,
          recorded_at: file.recording_start,
        });
  }
  return report;
}

/** One attendee for each registrant or account. Somebody without either is told apart by the sitting's own number, and matched by hand. */
function addParticipants(report: MeetingReport, uuid: string, rows: z.infer<typeof participantsSchema>['participants']): void {
  for (const row of rows) {
    if (row.status === 'in_waiting_room') continue;
    const key = row.registrant_id
      ? `registrant ${row.registrant_id}`
      : row.id
        ? `account ${row.id}`
        : `guest ${uuid} ${row.user_id || row.name}`;
    let attendee = report.attendees.find((known) => known.key === key);
    if (!attendee) {
      attendee = {
        key,
        person: row.id || undefined,
        name: row.name,
        email: row.user_email || undefined,
        registrant: row.registrant_id || undefined,
        is_host: false,
        sessions: [],
      };
      report.attendees.push(attendee);
    }
    attendee.sessions.push({ from: row.join_time, to: row.leave_time });
  }
}
