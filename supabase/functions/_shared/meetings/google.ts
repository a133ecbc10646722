import { z } from 'zod';
import type { MeetingReport, PlannedMeeting } from './meeting.ts';
import { ProviderRefusal, providerCall, withToken, type ProviderAccount } from './providerCall.ts';
import { addresses, googleApp } from './settings.ts';

// Client of Google's Calendar and Meet APIs for a teacher who has given the product access (developers.google.com).
const eventSchema = z.looseObject({
  id: z.string(),
  status: z.string().optional(),
  hangoutLink: z.string().optional(),
  conferenceData: z
    .looseObject({
      conferenceId: z.string().optional(),
      entryPoints: z.array(z.looseObject({ entryPointType: z.string(), uri: z.string() })).optional(),
      createRequest: z.looseObject({ status: z.looseObject({ statusCode: z.string() }).optional() }).optional(),
    })
    .optional(),
});
const grantSchema = z.object({ access_token: z.string(), expires_in: z.coerce.number(), refresh_token: z.string().min(1) });
const personSchema = z.object({ id: z.string(), email: z.string() });
const nothing = z.unknown();
const scopes = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/meetings.space.readonly',
  'https://www.googleapis.com/auth/userinfo.email',
];

function requireApp() {
  const app = googleApp();
  if (!app) throw new Error('Google is not configured.');
  return app;
}

/** Google's page on which a teacher gives access, with our state; undefined where this installation is no app there. */
export function googleConsentUrl(state: string, redirectUri: string): string | undefined {
  const app = googleApp();
  if (!app) return undefined;
  const query = new URLSearchParams({
    client_id: app.GOOGLE_CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(' '),
    access_type: 'offline',
    prompt: 'consent',
    state,
  });
  return `${addresses.googlePage()}/o/oauth2/v2/auth?${query.toString()}`;
}

/** What the code of a finished consent stands for: the account's address, and the keys to keep. */
export async function googleAccountOf(code: string, redirectUri: string): Promise<{ email: string; keys: Record<string, string> }> {
  const app = requireApp();
  const grant = await providerCall(`${addresses.googleToken()}/token`, grantSchema, {
    method: 'POST',
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: app.GOOGLE_CLIENT_ID,
      client_secret: app.GOOGLE_CLIENT_SECRET,
    },
  });
  const person = await providerCall(`${addresses.google()}/oauth2/v2/userinfo`, personSchema, {
    authorization: `Bearer ${grant.access_token}`,
  });
  return { email: person.email, keys: { refresh_token: grant.refresh_token, person: `users/${person.id}` } };
}

function renew({ keys }: ProviderAccount): Promise<unknown> {
  const app = requireApp();
  return providerCall(`${addresses.googleToken()}/token`, nothing, {
    method: 'POST',
    form: {
      grant_type: 'refresh_token',
      refresh_token: keys['refresh_token'] ?? '',
      client_id: app.GOOGLE_CLIENT_ID,
      client_secret: app.GOOGLE_CLIENT_SECRET,
    },
  });
}

const ask = <T>(account: ProviderAccount, url: string, schema: z.ZodType<T>, call: { method?: string; json?: unknown } = {}): Promise<T> =>
  withToken(
    account,
    () => renew(account),
    (authorization) => providerCall(url, schema, { ...call, authorization }),
  );

/** The event's id is made from ours, so that the same request sent twice makes one event. */
const eventIdOf = (id: string) => id.replaceAll('-', '');
const events = () => `${addresses.google()}/calendar/v3/calendars/primary/events`;

const requestOf = ({ title, localStart, localEnd, timeZone }: PlannedMeeting) => ({
  summary: title,
  start: { dateTime: localStart, timeZone },
  end: { dateTime: localEnd, timeZone },
});

/** A link, or none as long as Google is making it. */
export type MadeEvent = { providerId: string; joinUrl: string | undefined; code: string | undefined };

function madeOf({ id, hangoutLink, conferenceData }: z.infer<typeof eventSchema>): MadeEvent {
  const status = conferenceData?.createRequest?.status?.statusCode ?? 'success';
  if (status === 'failure') throw new ProviderRefusal(400, 'conference_failure', 'Google could not make the meeting.');
  const joinUrl = conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri ?? hangoutLink;
  return { providerId: id, joinUrl: status === 'success' ? joinUrl : undefined, code: conferenceData?.conferenceId };
}

/** Makes an event with a meeting, or reads the one that an earlier request made. */
export async function makeGoogleMeeting(account: ProviderAccount, planned: PlannedMeeting): Promise<MadeEvent> {
  const id = eventIdOf(planned.id);
  try {
    return madeOf(
      await ask(account, `${events()}?conferenceDataVersion=1&sendUpdates=none`, eventSchema, {
        method: 'POST',
        json: {
          id,
          ...requestOf(planned),
          conferenceData: { createRequest: { requestId: planned.id, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ProviderRefusal && error.status === 409)) throw error;
    return readGoogleMeeting(account, id);
  }
}

export async function readGoogleMeeting(account: ProviderAccount, providerId: string): Promise<MadeEvent> {
  return madeOf(await ask(account, `${events()}/${providerId}`, eventSchema));
}

export async function moveGoogleMeeting(account: ProviderAccount, providerId: string, planned: PlannedMeeting): Promise<void> {
  await ask(account, `${events()}/${providerId}?conferenceDataVersion=1&sendUpdates=none`, nothing, {
    method: 'PATCH',
    json: requestOf(planned),
  });
}

/** Deletes an event; one that is gone already is as good. */
export async function removeGoogleMeeting(account: ProviderAccount, providerId: string): Promise<void> {
  await ask(account, `${events()}/${providerId}?sendUpdates=none`, nothing, { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal && [404, 410].includes(error.status))) throw error;
  });
}

const page = { nextPageToken: z.string().default('') };
const recordsSchema = z.looseObject({
  ...page,
  conferenceRecords: z.array(z.looseObject({ name: z.string(), endTime: z.string().optional() })).default([]),
});
const someone = z.looseObject({ displayName: z.string().default('') }).optional();
const participantsSchema = z.looseObject({
  ...page,
  participants: z
    .array(
      z.looseObject({
        name: z.string(),
        signedinUser: z.looseObject({ user: z.string(), displayName: z.string().default('') }).optional(),
        anonymousUser: someone,
        phoneUser: someone,
      }),
    )
    .default([]),
});
const sessionsSchema = z.looseObject({
  ...page,
  participantSessions: z.array(z.looseObject({ startTime: z.string(), endTime: z.string().optional() })).default([]),
});
const recordingsSchema = z.looseObject({
  ...page,
  recordings: z
    .array(
      z.looseObject({
        name: z.string(),
        state: z.string().default('FILE_GENERATED'),
        startTime: z.string(),
        driveDestination: z.looseObject({ exportUri: z.string().optional() }).optional(),
      }),
    )
    .default([]),
});

async function allPages<T extends { nextPageToken: string }>(account: ProviderAccount, url: string, schema: z.ZodType<T>): Promise<T[]> {
  const pages: T[] = [];
  let token = '';
  do {
    const next = `${url}${url.includes('?') ? '&' : '?'}pageSize=100${token ? `&pageToken=${encodeURIComponent(token)}` : ''}`;
    const read = await ask(account, next, schema);
    pages.push(read);
    token = read.nextPageToken;
  } while (token !== '');
  return pages;
}

/** Who came to a meeting, over all its sittings, and what was recorded. */
export async function readGoogleReport(account: ProviderAccount, code: string, now: string): Promise<MeetingReport> {
  const base = `${addresses.meet()}/v2`;
  const filter = encodeURIComponent(`space.meeting_code = "${code}"`);
  const records = (await allPages(account, `${base}/conferenceRecords?filter=${filter}`, recordsSchema)).flatMap(
    ({ conferenceRecords }) => conferenceRecords,
  );
  const report: MeetingReport = {
    attendees: [],
    recordings: [],
    isComplete: records.length > 0 && records.every(({ endTime }) => endTime !== undefined),
  };
  for (const { name: record } of records) {
    const participants = (await allPages(account, `${base}/${record}/participants`, participantsSchema)).flatMap(
      (read) => read.participants,
    );
    for (const { name, signedinUser, anonymousUser, phoneUser } of participants) {
      const sessions = (await allPages(account, `${base}/${name}/participantSessions`, sessionsSchema)).flatMap(
        (read) => read.participantSessions,
      );
      report.attendees.push({
        key: name,
        person: signedinUser?.user,
        name: (signedinUser ?? anonymousUser ?? phoneUser)?.displayName ?? '',
        is_host: signedinUser !== undefined && signedinUser.user === account.keys['person'],
        sessions: sessions.map(({ startTime, endTime }) => ({ from: startTime, to: endTime ?? now })),
      });
    }
    const recordings = (await allPages(account, `${base}/${record}/recordings`, recordingsSchema)).flatMap((read) => read.recordings);
    for (const { name, state, startTime, driveDestination } of recordings)
      if (state === 'FILE_GENERATED' && driveDestination?.exportUri)
        report.recordings.push({ key: name, kind: 'video', url: driveDestination.exportUri, recorded_at: startTime });
  }
  return report;
}
