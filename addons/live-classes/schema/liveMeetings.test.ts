import { describe, expect, it } from 'vitest';
import { refusal } from '@masomo/supabase/tests/database.ts';
import { admin, parent, refreshToken, student, teacher, useLiveClasses, zoomKeys } from './liveTestBed.ts';

const live = useLiveClasses();
const { database, ids, meetings, requestsLike, one, rows, call, connect, holdLive, work, wait, planned } = live;

describe('Google Meet', () => {
  it('makes a meeting per lesson of the week, none on a holiday, and one only where the answer got lost', async () => {
    await connect('google-meet', teacher, { refresh_token: refreshToken, person: 'users/1' });
    await holdLive('google-meet');
    const holiday = await one(
      'select min(d) from (select private.school_today($1) + n as d from generate_series(1, 6) n) x where extract(isodow from d) = 3',
      [ids['school']],
    );
    await call(admin, 'select public.add_live_days_off($1, $1, $2)', [holiday, 'Mazingira Day']);
    live.wire.lost = { request: 'POST /calendar/v3/calendars/primary/events', count: 1 };
    await work();
    await wait();
    await work();
    const made = await planned();
    expect(made.length).toBeGreaterThanOrEqual(3);
    expect(made.map(({ day }) => String(day))).not.toContain(String(holiday));
    expect(live.atProvider()).toHaveLength(made.length);
    const [first] = requestsLike(/^POST \/calendar/);
    expect(first).toContain('/calendar/v3/calendars/primary/events?conferenceDataVersion=1');
    expect(first).toContain('"conferenceSolutionKey":{"type":"hangoutsMeet"}');
    expect(first).toMatch(/"requestId":"[0-9a-f-]{36}"/);
    expect(first).toMatch(/"start":\{"dateTime":"\d{4}-\d\d-\d\dT08:00:00","timeZone":"Africa\/Nairobi"\}/);
  });

  it('asks once more for a link that is pending, and shows none before', async () => {
    await connect('google-meet', teacher, { refresh_token: refreshToken, person: 'users/1' });
    await holdLive('google-meet');
    await work();
    expect((await planned()).map(({ made_at: at }) => at)).not.toContain(undefined);
    expect((await planned()).every(({ made_at: at, sync_at: next }) => at === null && next !== null)).toBe(true);
    expect(await one('select count(*) from private.live_meeting_links where join_url is not null')).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await wait();
    await work();
    expect((await planned()).every(({ made_at: at, sync_at: next }) => at !== null && next === null)).toBe(true);
    expect(await one("select count(*) from private.live_meeting_links where join_url like 'https://room.test/%'")).toBe(
      (await planned()).length,
    );
  });

  it('waits for the teacher to connect an account', async () => {
    await holdLive('google-meet');
    await work();
    expect(new Set((await planned()).map(({ problem }) => problem))).toEqual(new Set(['not_connected']));
    await connect('google-meet', teacher, { refresh_token: refreshToken, person: 'users/1' });
    await work();
    expect(live.atProvider()).toHaveLength((await planned()).length);
  });

  it('follows a lesson that is moved, cancelled, or given to nobody', async () => {
    await connect('google-meet', teacher, { refresh_token: refreshToken, person: 'users/1' });
    await holdLive('google-meet');
    await work();
    const before = await planned();
    const [moved, cancelled, dropped] = before.slice(-3);
    await database.owner.query("update public.lessons set starts_at = '09:00', ends_at = '09:40' where id = $1", [moved?.['lesson_id']]);
    await call(teacher, 'select public.cancel_live_meeting($1)', [cancelled?.['id']]);
    await database.owner.query('delete from public.lessons where id = $1', [dropped?.['lesson_id']]);
    await work();
    expect(await planned()).toHaveLength(before.length - 2);
    expect(live.atProvider()).toHaveLength(before.length - 2);
    expect(meetings.find(String(moved?.['id']).replaceAll('-', ''))?.start).toMatch(/T09:00:00$/);
    expect(
      await one(
        "select count(*) from public.notifications where source like 'live-class/' || $1 || '%' and user_id = (select id from public.users where email = $2)",
        [cancelled?.['id'], parent],
      ),
    ).toBe(1);
    // The one that the teacher cancelled is not planned once more.
    await database.owner.query('update private.live_plans set is_stale = true');
    await work();
    expect(await planned()).toHaveLength(before.length - 2);
    await database.owner.query(
      "insert into public.lessons (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at) select $1, $2, $3, $4, d, '08:00', '08:40' from generate_series(1, 5) d where not exists (select from public.lessons l where l.class_id = $2 and l.weekday = d)",
      [ids['school'], ids['class'], ids['subject'], ids['teacher']],
    );
  });
});

describe('Zoom', () => {
  it('makes meetings with a waiting room and the class list, and keeps no link for the host', async () => {
    await connect('zoom', null, zoomKeys);
    await holdLive('zoom');
    await work();
    const made = await planned();
    expect(live.atProvider()).toHaveLength(made.length);
    expect(
      requestsLike(/^POST \/oauth\/token grant_type=account_credentials|^POST \/oauth\/token .*grant_type=account_credentials/),
    ).toHaveLength(1);
    const [request] = requestsLike(/^POST \/v2\/users\/teacher/);
    expect(request).toContain('"type":2');
    expect(request).toContain('"timezone":"Africa/Nairobi"');
    expect(request).toContain('"waiting_room":true');
    const onRoll = await one(
      'select count(*) from private.class_members($1, private.today(), private.today()) m join public.students s on s.id = m and s.status = $2',
      [ids['class'], 'active'],
    );
    expect(await one('select count(*) from private.live_registrants')).toBe(made.length * Number(onRoll));
    const stored = JSON.stringify([
      await rows('select * from private.live_meeting_links'),
      made,
      await rows('select * from private.live_registrants'),
    ]);
    expect(stored).not.toMatch(/[?&]zak=/);
  });

  it('makes one meeting only where the answer got lost, and renews a token that has ended', async () => {
    await connect('zoom', null, zoomKeys);
    await holdLive('zoom');
    live.wire.lost = { request: 'POST /v2/users/teacher%40greenfield.test/meetings', count: 2 };
    await work();
    await wait();
    await database.owner.query("update private.live_account_keys set access_token = 'ended'");
    await work();
    await wait();
    await work();
    const before = requestsLike(/^POST \/oauth\/token/).length;
    const made = await planned();
    expect(made.every(({ made_at: at }) => at !== null)).toBe(true);
    expect(live.atProvider()).toHaveLength(made.length);
    await database.owner.query(
      "update private.live_account_keys set access_token = 'ended'; update public.live_meetings set sync_at = now()",
    );
    await work();
    expect(requestsLike(/^POST \/oauth\/token/)).toHaveLength(before + 1);
    expect(requestsLike(/^PATCH /).length).toBeGreaterThan(made.length);
  });

  it('waits at the limit of the day until midnight in Greenwich, and makes the rest then', async () => {
    live.limitZoom(2);
    await connect('zoom', null, zoomKeys);
    await holdLive('zoom');
    await work();
    const made = await planned();
    const waiting = made.filter(({ waits_until: until }) => until !== null);
    expect(waiting).toHaveLength(made.length - 2);
    expect((waiting[0]?.['waits_until'] as Date).toISOString()).toMatch(/T00:00:00\.000Z$/);
    const before = requestsLike(/^POST \/v2\/users/).length;
    await work();
    expect(requestsLike(/^POST \/v2\/users/)).toHaveLength(before);
    live.limitZoom();
    await wait();
    await work();
    expect((await planned()).every(({ made_at: at, waits_until: until }) => at !== null && until === null)).toBe(true);
  });

  it('says that the teacher is no user of the account, or that the keys are refused', async () => {
    live.zoom.users = [];
    await connect('zoom', null, zoomKeys);
    await holdLive('zoom');
    await work();
    expect(new Set((await planned()).map(({ problem }) => problem))).toEqual(new Set(['host_unknown']));
    await connect('zoom', null, { ...zoomKeys, client_secret: 'wrong' });
    await work();
    expect(new Set((await planned()).map(({ problem }) => problem))).toEqual(new Set(['not_connected']));
    expect(await one('select problem from public.live_accounts')).toBe('refused');
  });
});

describe('a link for each student', () => {
  async function meetingNow(minutesFromNow: number, provider = 'zoom'): Promise<string> {
    await connect('zoom', null, zoomKeys);
    await holdLive(provider);
    await work();
    const [first] = await planned();
    await database.owner.query(
      'update public.live_meetings set starts_at = now() + make_interval(mins => $2), ends_at = now() + make_interval(mins => $2 + 40), day = private.school_today(school_id) where id = $1',
      [first?.['id'], minutesFromNow],
    );
    return String(first?.['id']);
  }
  const join = (caller: string, meeting: string, of = ids['student']) =>
    call(caller, 'select public.join_live_meeting($1, $2)', [meeting, of]);

  it('opens ten minutes before the lesson, to the class only, and says who came', async () => {
    const meeting = await meetingNow(11);
    expect((await refusal(join(student, meeting)))?.message).toContain('10 minutes before');
    await database.owner.query("update public.live_meetings set starts_at = now() + interval '9 minutes' where id = $1", [meeting]);
    expect(String(await join(student, meeting))).toMatch(/^https:\/\/room\.test\/\d+\?tk=[0-9a-f-]{36}$/);
    expect(await one('select count(*) from public.live_joins where meeting_id = $1 and student_id = $2', [meeting, ids['student']])).toBe(
      1,
    );
    const other = await one('select s.id from public.students s where s.school_id = $1 and s.class_id <> $2 limit 1', [
      ids['school'],
      ids['class'],
    ]);
    expect((await refusal(join(student, meeting, String(other))))?.message).toContain('another class');
    expect((await refusal(join(teacher, meeting)))?.message).toContain('another class');
    expect((await refusal(call(student, 'select public.open_live_meeting($1)', [meeting])))?.message).toBeTruthy();
    expect(await call(teacher, 'select public.open_live_meeting($1)', [meeting])).toEqual({ provider: 'zoom', url: null });
    expect((await refusal(call(teacher, 'select public.live_meeting_access($1)', [meeting])))?.message).toContain('permission denied');
  });

  it('closes with the lesson, when it is cancelled, and when the licence is over', async () => {
    const meeting = await meetingNow(-60);
    expect((await refusal(join(student, meeting)))?.message).toContain('is over');
    await database.owner.query("update public.live_meetings set starts_at = now(), ends_at = now() + interval '40 minutes' where id = $1", [
      meeting,
    ]);
    await live.license('addon:google-meet');
    expect((await refusal(join(student, meeting)))?.message).toContain('licence');
    await live.license('addon:zoom');
    await database.owner.query('update public.live_meetings set cancelled_at = now() where id = $1', [meeting]);
    expect((await refusal(join(student, meeting)))?.message).toContain('cancelled');
  });

  it('needs the licence of the provider that a lesson is held by', async () => {
    await live.license('addon:google-meet');
    expect((await refusal(holdLive('zoom')))?.message).toContain('no licence for live classes by this provider');
    await holdLive('google-meet');
    await live.license();
    expect((await refusal(holdLive('google-meet')))?.message).toContain('not switched on');
  });

  it('plans the week at once when a provider is bought, or its licence ends', async () => {
    const isDue = () => one('select exists (select from private.live_plans_due() d where d = $1)', [ids['school']]);
    await live.license('addon:google-meet');
    await holdLive('google-meet');
    await work();
    expect(await isDue()).toBe(false);
    await live.license('addon:google-meet', 'addon:zoom');
    expect(await isDue()).toBe(true);
    await work();
    expect(await isDue()).toBe(false);
    await live.license('addon:google-meet');
    expect(await isDue()).toBe(true);
  });
});
