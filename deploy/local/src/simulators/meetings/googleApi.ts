import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { Meetings, SimulatedMeeting, SimulatedPerson } from './meetings.ts';

const timeSchema = z.object({ dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/), timeZone: z.string() });
const eventSchema = z.object({
  id: z
    .string()
    .regex(/^[a-v0-9]{5,1024}$/)
    .optional(),
  summary: z.string(),
  start: timeSchema,
  end: timeSchema,
  conferenceData: z
    .object({ createRequest: z.object({ requestId: z.string(), conferenceSolutionKey: z.object({ type: z.literal('hangoutsMeet') }) }) })
    .optional(),
});

export type GoogleApp = { clientId: string; clientSecret: string };
/** A consent that was given on the page, by its code. */
export type Consents = Map<string, { email: string; redirectUri: string }>;
type Options = {
  app: GoogleApp;
  consents: Consents;
  meetings: Meetings;
  meetUrl: (meeting: SimulatedMeeting) => string;
  recordingUrl: (meeting: SimulatedMeeting, id: string) => string;
  now?: () => number;
  /** How long a new link takes. */
  pendingMs?: number;
  pageSize?: number;
};

/** An account's own number at Google. */
const numberOf = (email: string) => [...email].reduce((number, letter) => (number * 31 + letter.charCodeAt(0)) % 1e15, 7).toString();
const refreshPrefix = 'refresh ';

/** Implements the part of Google's OAuth, Calendar and Meet APIs that the product uses. */
export function googleApi({
  app: known,
  consents,
  meetings,
  meetUrl,
  recordingUrl,
  now = Date.now,
  pendingMs = 0,
  pageSize = 100,
}: Options): Hono {
  const tokens = new Map<string, { email: string; endsAt: number }>();
  const refuse = (c: Context, status: 400 | 401 | 404 | 409 | 410, message: string) => c.json({ error: { code: status, message } }, status);
  const app = new Hono();
  app.post('/token', async (c) => {
    const form = await c.req.parseBody();
    if (form['client_id'] !== known.clientId || form['client_secret'] !== known.clientSecret)
      return c.json({ error: 'invalid_client' }, 401);
    let email: string | undefined;
    if (form['grant_type'] === 'authorization_code') {
      const consent = consents.get(String(form['code']));
      consents.delete(String(form['code']));
      if (consent?.redirectUri === form['redirect_uri']) email = consent?.email;
    } else if (form['grant_type'] === 'refresh_token') {
      const given = Buffer.from(String(form['refresh_token']), 'base64url').toString();
      if (given.startsWith(refreshPrefix)) email = given.slice(refreshPrefix.length);
    }
    if (!email) return c.json({ error: 'invalid_grant' }, 400);
    const token = randomUUID();
    tokens.set(token, { email, endsAt: now() + 3_600_000 });
    return c.json({
      access_token: token,
      expires_in: 3599,
      token_type: 'Bearer',
      ...(form['grant_type'] === 'authorization_code'
        ? { refresh_token: Buffer.from(`${refreshPrefix}${email}`).toString('base64url') }
        : {}),
    });
  });
  const callerOf = (c: Context) => {
    const token = tokens.get(/^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '');
    return token && token.endsAt > now() ? token.email : undefined;
  };
  for (const path of ['/calendar/*', '/oauth2/*', '/v2/*'])
    app.use(path, async (c, next) => {
      if (!callerOf(c)) return refuse(c, 401, 'Invalid Credentials');
      await next();
      return undefined;
    });
  app.get('/oauth2/v2/userinfo', (c) => c.json({ id: numberOf(callerOf(c) ?? ''), email: callerOf(c) }));
  const view = (meeting: SimulatedMeeting) => {
    const isReady = meeting.readyAt <= now();
    const request = {
      requestId: meeting.requestId,
      conferenceSolutionKey: { type: 'hangoutsMeet' },
      status: { statusCode: isReady ? 'success' : 'pending' },
    };
    const link = { hangoutLink: meetUrl(meeting) };
    return {
      kind: 'calendar#event',
      id: meeting.id,
      status: 'confirmed',
      summary: meeting.title,
      start: { dateTime: meeting.start, timeZone: meeting.timeZone },
      end: { dateTime: meeting.end, timeZone: meeting.timeZone },
      ...(meeting.requestId === undefined
        ? {}
        : {
            ...(isReady ? link : {}),
            conferenceData: isReady
              ? {
                  createRequest: request,
                  conferenceId: meeting.code,
                  conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
                  entryPoints: [{ entryPointType: 'video', uri: link.hangoutLink, label: meeting.code }],
                }
              : { createRequest: request },
          }),
    };
  };
  const path = '/calendar/v3/calendars/:calendar/events';
  app.post(path, async (c) => {
    const parsed = eventSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, `Invalid ${parsed.error.issues[0]?.path.join('.') ?? 'event'}`);
    const { id, summary: title, start, end, conferenceData } = parsed.data;
    if (id !== undefined && meetings.find(id)) return refuse(c, 409, 'The requested identifier already exists.');
    const request = c.req.query('conferenceDataVersion') === '1' ? conferenceData?.createRequest.requestId : undefined;
    const meeting = meetings.make({
      ...(id === undefined ? {} : { id }),
      provider: 'google',
      host: callerOf(c) ?? '',
      title,
      start: start.dateTime,
      end: end.dateTime,
      timeZone: start.timeZone,
      requestId: request,
      readyAt: now() + pendingMs,
    });
    return c.json(view(meeting));
  });
  const eventOf = (c: Context) => {
    const meeting = meetings.find(c.req.param('event') ?? '');
    return meeting?.provider === 'google' && meeting.host === callerOf(c) ? meeting : undefined;
  };
  app.get(`${path}/:event`, (c) => {
    const meeting = eventOf(c);
    return meeting && !meeting.isDeleted ? c.json(view(meeting)) : refuse(c, 404, 'Not Found');
  });
  app.patch(`${path}/:event`, async (c) => {
    const meeting = eventOf(c);
    if (!meeting || meeting.isDeleted) return refuse(c, 404, 'Not Found');
    const parsed = eventSchema.partial().safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, 'Invalid event');
    const { summary, start, end } = parsed.data;
    const changed = meetings.change(meeting.id, (event) => {
      event.title = summary ?? event.title;
      event.start = start?.dateTime ?? event.start;
      event.end = end?.dateTime ?? event.end;
    });
    return c.json(view(changed ?? meeting));
  });
  app.delete(`${path}/:event`, (c) => {
    const meeting = eventOf(c);
    if (!meeting) return refuse(c, 404, 'Not Found');
    if (meeting.isDeleted) return refuse(c, 410, 'Resource has been deleted');
    meetings.change(meeting.id, (event) => {
      event.isDeleted = true;
    });
    return c.body(null, 204);
  });

  function paged(c: Context, name: string, rows: readonly object[]) {
    const size = Math.min(Number(c.req.query('pageSize') ?? 100), pageSize);
    const from = Number(c.req.query('pageToken') ?? 0);
    return c.json({ [name]: rows.slice(from, from + size), ...(from + size < rows.length ? { nextPageToken: String(from + size) } : {}) });
  }
  const iso = (time: number) => new Date(time).toISOString();
  app.get('/v2/conferenceRecords', (c) => {
    const code = /^space\.meeting_code\s*=\s*"([a-z-]+)"$/.exec(c.req.query('filter') ?? '')?.[1];
    const meeting = code === undefined ? undefined : meetings.byCode(code);
    if (!meeting || meeting.people.length === 0) return paged(c, 'conferenceRecords', []);
    return paged(c, 'conferenceRecords', [
      { name: `conferenceRecords/${meeting.id}`, ...(meeting.endedAt === null ? {} : { endTime: iso(meeting.endedAt) }) },
    ]);
  });
  /** Anyone who is signed in is one participant with a session for each device and visit; every guest is one of their own. */
  const participantsOf = ({ people }: SimulatedMeeting) => {
    const found = new Map<string, SimulatedPerson[]>();
    for (const person of people) {
      const key = person.account ? numberOf(person.account) : person.id;
      found.set(key, [...(found.get(key) ?? []), person]);
    }
    return found;
  };
  app.get('/v2/conferenceRecords/:record/participants', (c) => {
    const meeting = meetings.find(c.req.param('record'));
    if (!meeting) return refuse(c, 404, 'Not Found');
    const rows = [...participantsOf(meeting)].map(([key, [person]]) => ({
      name: `conferenceRecords/${meeting.id}/participants/${key}`,
      ...(person?.account
        ? { signedinUser: { user: `users/${numberOf(person.account)}`, displayName: person.name } }
        : { anonymousUser: { displayName: person?.name ?? '' } }),
    }));
    return paged(c, 'participants', rows);
  });
  app.get('/v2/conferenceRecords/:record/participants/:participant/participantSessions', (c) => {
    const meeting = meetings.find(c.req.param('record'));
    const people = meeting ? participantsOf(meeting).get(c.req.param('participant')) : undefined;
    if (!people) return refuse(c, 404, 'Not Found');
    const rows = people.flatMap(({ sessions }) =>
      sessions.map(({ from, to }) => ({ startTime: iso(from), ...(to === null ? {} : { endTime: iso(to) }) })),
    );
    return paged(c, 'participantSessions', rows);
  });
  app.get('/v2/conferenceRecords/:record/recordings', (c) => {
    const meeting = meetings.find(c.req.param('record'));
    if (!meeting) return refuse(c, 404, 'Not Found');
    return paged(
      c,
      'recordings',
      meeting.recordings.map(({ id, at }) => ({
        name: `conferenceRecords/${meeting.id}/recordings/${id}`,
        state: 'FILE_GENERATED',
        startTime: iso(at),
        driveDestination: { file: id, exportUri: recordingUrl(meeting, id) },
      })),
    );
  });
  app.notFound((c) => refuse(c, 404, 'Not Found'));
  return app;
}
