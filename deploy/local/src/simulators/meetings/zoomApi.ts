import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { Meetings, SimulatedMeeting } from './meetings.ts';

const requestSchema = z.object({
  topic: z.string().max(200),
  type: z.literal(2),
  start_time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  duration: z.number().int().min(1),
  timezone: z.string(),
  agenda: z.string().max(2000).optional(),
  settings: z.looseObject({}).optional(),
});
const batchSchema = z.object({
  auto_approve: z.boolean().optional(),
  registrants_confirmation_email: z.boolean().optional(),
  registrants: z
    .array(z.object({ email: z.email(), first_name: z.string().min(1), last_name: z.string().optional() }))
    .min(1)
    .max(30),
});

export type ZoomKeys = { accountId: string; clientId: string; clientSecret: string };
type Options = {
  keys: ZoomKeys;
  meetings: Meetings;
  /** Address of the page on which somebody joins a meeting. */
  joinUrl: (meeting: SimulatedMeeting, token?: string) => string;
  startUrl: (meeting: SimulatedMeeting, zak: string) => string;
  recordingUrl: (meeting: SimulatedMeeting, id: string) => string;
  /** Whether the account has a user with this address. */
  hasUser?: (email: string) => boolean;
  now?: () => number;
  /** Meetings that a host may make or change in a day. */
  dailyLimit?: number;
  tokenSeconds?: number;
};

/** Implements the part of Zoom's API that the product uses: server-to-server OAuth, meetings, registrants, reports, recordings. */
export function zoomApi({
  keys,
  meetings,
  joinUrl,
  startUrl,
  recordingUrl,
  hasUser = () => true,
  now = Date.now,
  dailyLimit = 100,
  tokenSeconds = 3600,
}: Options): Hono {
  const tokens = new Map<string, number>();
  const changes = new Map<string, number>();
  const refuse = (c: Context, status: 400 | 401 | 404 | 429, code: number, message: string, headers: Record<string, string> = {}) =>
    c.json({ code, message }, status, headers);
  /** Counts a change of the host's day in Greenwich; a response where there are too many. */
  function limited(c: Context, host: string): Response | undefined {
    const day = new Date(now()).toISOString().slice(0, 10);
    const count = (changes.get(`${host} ${day}`) ?? 0) + 1;
    changes.set(`${host} ${day}`, count);
    if (count <= dailyLimit) return undefined;
    const midnight = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
    return refuse(
      c,
      429,
      429,
      `You have reached the maximum per-day rate limit (${dailyLimit}) for this API. You can resume these API calls at GMT 00:00:00.`,
      { 'retry-after': midnight.replace('.000', ''), 'x-ratelimit-type': 'Daily-limit' },
    );
  }
  const view = (meeting: SimulatedMeeting) => ({
    uuid: meeting.uuid,
    id: Number(meeting.id),
    host_id: meeting.host,
    topic: meeting.title,
    type: 2,
    start_time: meeting.start,
    duration: meeting.minutes,
    timezone: meeting.timeZone,
    agenda: meeting.agenda ?? '',
    join_url: joinUrl(meeting),
  });
  const app = new Hono();
  app.post('/oauth/token', async (c) => {
    const form = await c.req.parseBody();
    if (c.req.header('authorization') !== `Basic ${btoa(`${keys.clientId}:${keys.clientSecret}`)}`)
      return c.json({ reason: 'Invalid client_id or client_secret', error: 'invalid_client' }, 401);
    if (form['grant_type'] !== 'account_credentials' || form['account_id'] !== keys.accountId)
      return c.json({ reason: 'Bad Request', error: 'invalid_request' }, 400);
    const token = randomUUID();
    tokens.set(token, now() + tokenSeconds * 1000);
    return c.json({ access_token: token, token_type: 'bearer', expires_in: tokenSeconds, scope: 'meeting:write:admin', api_url: '' });
  });
  app.use('/v2/*', async (c, next) => {
    const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) <= now()) return refuse(c, 401, 124, 'Access token is expired.');
    await next();
    return undefined;
  });
  const hostOf = (c: Context) => (hasUser(c.req.param('user') ?? '') ? (c.req.param('user') ?? '') : undefined);
  const noUser = (c: Context) => refuse(c, 404, 1001, `User does not exist: ${c.req.param('user') ?? ''}.`);
  app.get('/v2/users/:user/meetings', (c) => {
    const host = hostOf(c);
    if (host === undefined) return noUser(c);
    const size = Math.min(Number(c.req.query('page_size') ?? 30), 300);
    const from = Number(c.req.query('next_page_token') ?? 0);
    const own = meetings.list().filter((meeting) => meeting.provider === 'zoom' && meeting.host === host);
    return c.json({
      page_size: size,
      next_page_token: from + size < own.length ? String(from + size) : '',
      meetings: own.slice(from, from + size).map(view),
    });
  });
  app.post('/v2/users/:user/meetings', async (c) => {
    const host = hostOf(c);
    if (host === undefined) return noUser(c);
    const parsed = requestSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, 300, `Validation Failed: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
    const refused = limited(c, host);
    if (refused) return refused;
    const { topic: title, start_time: start, duration: minutes, timezone: timeZone, agenda } = parsed.data;
    const meeting = meetings.make({ provider: 'zoom', host, title, start, minutes, timeZone, agenda });
    return c.json({ ...view(meeting), status: 'waiting', start_url: startUrl(meeting, randomUUID()) }, 201);
  });
  const meetingOf = (c: Context) => {
    const meeting = meetings.find(c.req.param('id') ?? '');
    return meeting?.provider === 'zoom' && !meeting.isDeleted ? meeting : undefined;
  };
  const noMeeting = (c: Context) => refuse(c, 404, 3001, 'Meeting does not exist.');
  app.get('/v2/meetings/:id', (c) => {
    const meeting = meetingOf(c);
    return meeting ? c.json({ ...view(meeting), start_url: startUrl(meeting, randomUUID()) }) : noMeeting(c);
  });
  app.patch('/v2/meetings/:id', async (c) => {
    const meeting = meetingOf(c);
    if (!meeting) return noMeeting(c);
    const parsed = requestSchema.partial().safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, 300, 'Validation Failed.');
    const refused = limited(c, meeting.host);
    if (refused) return refused;
    const { topic, start_time: start, duration } = parsed.data;
    meetings.change(meeting.id, (changed) => {
      changed.title = topic ?? changed.title;
      changed.start = start ?? changed.start;
      changed.minutes = duration ?? changed.minutes;
    });
    return c.body(null, 204);
  });
  app.delete('/v2/meetings/:id', (c) => {
    const meeting = meetingOf(c);
    if (!meeting) return noMeeting(c);
    meetings.change(meeting.id, (changed) => {
      changed.isDeleted = true;
    });
    return c.body(null, 204);
  });
  app.post('/v2/meetings/:id/batch_registrants', async (c) => {
    const meeting = meetingOf(c);
    if (!meeting) return noMeeting(c);
    const parsed = batchSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, 300, 'Validation Failed.');
    const people = parsed.data.registrants.map(({ email, first_name: name }) => ({ email, name }));
    const registered = meetings.register(meeting.id, people);
    return c.json(
      { registrants: registered.map(({ id, email, token }) => ({ registrant_id: id, email, join_url: joinUrl(meeting, token) })) },
      201,
    );
  });
  app.get('/v2/past_meetings/:id/instances', (c) => {
    const meeting = meetings.find(c.req.param('id'));
    if (!meeting) return noMeeting(c);
    return c.json({ meetings: meeting.endedAt === null ? [] : [{ uuid: meeting.uuid, start_time: meeting.start }] });
  });
  // A path is decoded once on the way here; of a UUID that needs it twice, once is left.
  const byUuid = (encoded: string) => meetings.byUuid(decodeURIComponent(encoded));
  app.get('/v2/report/meetings/:uuid/participants', (c) => {
    const meeting = byUuid(c.req.param('uuid'));
    if (!meeting || meeting.endedAt === null) return noMeeting(c);
    const size = Math.min(Number(c.req.query('page_size') ?? 30), 300);
    const from = Number(c.req.query('next_page_token') ?? 0);
    const rows = meeting.people.flatMap((person) =>
      person.sessions.map(({ from: joined, to }) => ({
        id: person.account ? Buffer.from(person.account).toString('base64url') : '',
        user_id: person.id,
        name: person.name,
        user_email: person.account ?? '',
        ...(c.req.query('include_fields')?.includes('registrant_id') ? { registrant_id: person.registrant ?? '' } : {}),
        join_time: new Date(joined).toISOString(),
        leave_time: new Date(to ?? now()).toISOString(),
        duration: Math.round(((to ?? now()) - joined) / 1000),
        status: person.isWaiting ? 'in_waiting_room' : 'in_meeting',
      })),
    );
    return c.json({
      page_size: size,
      total_records: rows.length,
      next_page_token: from + size < rows.length ? String(from + size) : '',
      participants: rows.slice(from, from + size),
    });
  });
  app.get('/v2/meetings/:uuid/recordings', (c) => {
    const meeting = byUuid(c.req.param('uuid'));
    if (!meeting || meeting.recordings.length === 0) return refuse(c, 404, 3301, 'This recording does not exist.');
    return c.json({
      uuid: meeting.uuid,
      recording_files: meeting.recordings.map(({ id, at }) => ({
        id,
        recording_type: 'shared_screen_with_speaker_view',
        recording_start: new Date(at).toISOString(),
        play_url: recordingUrl(meeting, id),
        status: 'completed',
      })),
    });
  });
  app.notFound((c) => refuse(c, 404, 404, 'There is no such address.'));
  return app;
}
