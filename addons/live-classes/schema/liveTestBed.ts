import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { googleApi } from '@masomo/local/simulators/meetings/googleApi';
import { createMeetings } from '@masomo/local/simulators/meetings/meetings';
import { zoomApi } from '@masomo/local/simulators/meetings/zoomApi';
import { useDatabase } from '@masomo/supabase/tests/database.ts';
import { runJob } from '@masomo/supabase/tests/jobs.ts';
import { provideSettings } from '@masomo/worker/provideSettings';

export const [admin, teacher, parent, student] = [
  'admin@greenfield.test',
  'teacher@greenfield.test',
  'parent@greenfield.test',
  'student@greenfield.test',
] as const;
export const refreshToken = Buffer.from(`refresh ${teacher}`).toString('base64url');
export const zoomKeys = { account_id: 'acc', client_id: 'cli', client_secret: 'sec' };
const keys = { accountId: 'acc', clientId: 'cli', clientSecret: 'sec' };
const room = ({ id }: { id: string }, token?: string) => `https://room.test/${id}${token ? `?tk=${token}` : ''}`;

/** A school that holds live classes, with both providers simulated. */
export function useLiveClasses() {
  const database = useDatabase();

  const meetings = createMeetings(path.join(mkdtempSync(path.join(tmpdir(), 'live-')), 'meetings.jsonl'));
  const zoom = { users: [teacher] as string[] };
  /** Zoom as it is from now on. */
  const openZoom = (dailyLimit = 100) =>
    zoomApi({
      keys,
      meetings,
      joinUrl: room,
      startUrl: (meeting) => `${room(meeting)}?zak=1`,
      recordingUrl: (_, id) => `https://room.test/rec/${id}`,
      hasUser: (email) => zoom.users.includes(email),
      dailyLimit,
    });
  let toZoom = openZoom();
  const google = googleApi({
    app: { clientId: 'app', clientSecret: 'secret' },
    consents: new Map(),
    meetings,
    meetUrl: room,
    recordingUrl: (_, id) => `https://room.test/rec/${id}`,
    pendingMs: 50,
    pageSize: 20,
  });
  const wire = { log: [] as string[], /** How many answers of this request get lost on their way. */ lost: { request: '', count: 0 } };
  const requestsLike = (pattern: RegExp) => wire.log.filter((line) => pattern.test(line));

  const one = async (sql: string, values: unknown[] = []) =>
    Object.values((await database.owner.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0];
  const rows = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
  const call = async (caller: string, sql: string, values: unknown[] = []) =>
    Object.values((await database.as(caller, (client) => client.query<Record<string, unknown>>(sql, values))).rows[0] ?? {})[0];
  const ids: Record<string, string> = {};

  async function license(...features: string[]): Promise<void> {
    await database.owner.query("delete from public.licences where feature in ('addon:live-classes', 'addon:google-meet', 'addon:zoom')");
    await database.owner.query(
      `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from)
     select gen_random_uuid(), $1, 'addon', f, 'saas', 100, gen_random_uuid(), f, private.today() - 1 from unnest($2::text[]) f`,
      [ids['school'], features],
    );
  }
  /** Gives the remote both features, as its declaration does once it is sold. */
  const sell = () =>
    database.owner.query(
      `insert into private.declared_features (feature, part_of) values ('addon:google-meet', 'addon:live-classes'), ('addon:zoom', 'addon:live-classes') on conflict do nothing`,
    );
  const connect = (provider: string, of: string | null, kept: object) =>
    database.owner.query('select private.keep_live_account($1, $2, (select id from public.users where email = $3), $4, $5)', [
      ids['school'],
      provider,
      of,
      of ?? 'acc',
      JSON.stringify(kept),
    ]);

  /** One lesson of the class on each day of the week, held live. */
  async function holdLive(provider: string): Promise<void> {
    const lessons = (
      await rows(
        'select distinct on (weekday) id from public.lessons where class_id = $1 and teacher_id = $2 order by weekday, starts_at',
        [ids['class'], ids['teacher']],
      )
    ).map(({ id }) => id);
    expect(await call(admin, 'select public.save_live_lessons($1, $2)', [lessons, provider])).toBe(lessons.length);
    ids['lessons'] = String(lessons.length);
  }
  async function work(): Promise<void> {
    await runJob(database, 'live-classes-plans');
    await runJob(database, 'live-classes-meetings');
  }
  /** What waits falls due now. */
  const wait = () =>
    database.owner.query(
      "with j as (update public.jobs set due_at = now() where kind like 'live-classes-%') update public.live_meetings set sync_at = now() where sync_at is not null",
    );
  const planned = () =>
    rows('select * from public.live_meetings where school_id = $1 and cancelled_at is null order by starts_at', [ids['school']]);
  const atProvider = () => meetings.list();

  beforeAll(async () => {
    ids['school'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
    ids['teacher'] = String(await one('select id from public.users where email = $1', [teacher]));
    ids['student'] = String(
      await one('select s.id from public.students s join public.users u on u.id = s.user_id where u.email = $1', [student]),
    );
    ids['class'] = String(await one('select class_id from public.students where id = $1', [ids['student']]));
    // The teacher of the demonstration holds a lesson a day in the student's class.
    ids['subject'] = String(
      await one('select subject_id from public.class_subjects where class_id = $1 order by 1 limit 1', [ids['class']]),
    );
    await database.owner.query('delete from public.lessons where school_id = $1', [ids['school']]);
    await database.owner.query('update public.class_subjects set teacher_id = $2 where class_id = $1', [ids['class'], ids['teacher']]);
    await database.owner.query(
      "insert into public.lessons (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at) select $1, $2, $3, $4, d, '08:00', '08:40' from generate_series(1, 5) d",
      [ids['school'], ids['class'], ids['subject'], ids['teacher']],
    );
    // Terms on every day of the coming week, whatever day this runs on.
    await database.owner.query(
      'update public.school_terms set ends_on = private.today() + 20 where school_id = $1 and ends_on between private.today() and private.today() + 20',
      [ids['school']],
    );
    await sell();
    provideSettings({
      ZOOM_OAUTH_URL: 'https://zoom.test',
      ZOOM_API_URL: 'https://zoom.test',
      GOOGLE_TOKEN_URL: 'https://google.test',
      GOOGLE_API_URL: 'https://google.test',
      GOOGLE_MEET_URL: 'https://google.test',
      GOOGLE_CLIENT_ID: 'app',
      GOOGLE_CLIENT_SECRET: 'secret',
      PUBLIC_ORIGIN: 'https://school.test',
    });
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const request = new Request(address, init);
      const { host, pathname, search } = new URL(address);
      wire.log.push(`${request.method} ${pathname}${search} ${typeof init.body === 'string' ? init.body : ''}`);
      const response = await (host === 'zoom.test' ? toZoom : google).fetch(request);
      if (wire.lost.count > 0 && `${request.method} ${pathname}`.includes(wire.lost.request)) {
        wire.lost.count -= 1;
        throw new TypeError('fetch failed');
      }
      return response;
    });
  });
  afterAll(() => vi.unstubAllGlobals());

  beforeEach(async () => {
    for (const table of ['live_meetings', 'live_lessons', 'live_days_off', 'live_accounts'])
      await database.owner.query(`delete from public.${table}`);
    await database.owner.query("delete from public.jobs where kind like 'live-classes-%'; delete from private.live_plans");
    for (const { id } of meetings.list()) meetings.change(id, (meeting) => void (meeting.isDeleted = true));
    Object.assign(wire, { log: [], lost: { request: '', count: 0 } });
    zoom.users = [teacher];
    toZoom = openZoom();
    await license('addon:google-meet', 'addon:zoom');
  });

  return {
    database,
    ids,
    meetings,
    zoom,
    wire,
    requestsLike,
    one,
    rows,
    call,
    license,
    connect,
    holdLive,
    work,
    wait,
    planned,
    atProvider,
    limitZoom: (dailyLimit?: number) => {
      toZoom = openZoom(dailyLimit);
    },
  };
}
