import { describe, expect, it } from 'vitest';
import { runJob } from '@masomo/supabase/tests/jobs.ts';
import { refreshToken, teacher, useLiveClasses, zoomKeys } from './liveTestBed.ts';

const live = useLiveClasses();
const { database, ids, meetings, requestsLike, one, rows, call, connect, holdLive, work, wait, planned } = live;

describe('who came', () => {
  type Person = { student_id: string; minutes: number | null; suggestion: string | null; mark: string | null; matched_by: string | null };
  const attendance = async (meeting: string) =>
    (await database.as(teacher, (client) => client.query<Person>('select * from public.live_attendance($1)', [meeting]))).rows;
  const of = (list: Person[], id: string) => list.find(({ student_id: each }) => each === id);

  /** A meeting that has been: it began `ago` minutes ago and lasted 40. */
  async function held(provider: string): Promise<{ id: string; room: string; start: number; class: string[] }> {
    await connect('zoom', null, zoomKeys);
    await connect('google-meet', teacher, { refresh_token: refreshToken, person: 'users/0' });
    await holdLive(provider);
    await work();
    await new Promise((resolve) => setTimeout(resolve, 60));
    await wait();
    await work();
    const [first] = await planned();
    const id = String(first?.['id']);
    const start = Date.now() - 50 * 60_000;
    await database.owner.query(
      "update public.live_meetings set starts_at = $2, ends_at = $2::timestamptz + interval '40 minutes', collect_at = now(), day = private.school_today(school_id) where id = $1",
      [id, new Date(start).toISOString()],
    );
    const list = await rows(
      "select s.id from private.class_members($1, private.today(), private.today()) m join public.students s on s.id = m where s.status = 'active' order by s.id",
      [ids['class']],
    );
    return {
      id,
      start,
      room: String(await one('select provider_id from private.live_meeting_links where meeting_id = $1', [id])),
      class: list.map((row) => String(row['id'])),
    };
  }

  it('is told by the own link at Zoom: minutes of all devices once, over all pages, with the UUID encoded twice', async () => {
    const meeting = await held('zoom');
    const registrants = await rows(
      'select student_id, registrant_id from private.live_registrants where meeting_id = $1 order by student_id',
      [meeting.id],
    );
    const at = (minutes: number) => meeting.start + minutes * 60_000;
    const come = (name: string, registrant: unknown, from: number, to: number, more: object = {}) => {
      const person = meetings.join(meeting.room, {
        name,
        isWaiting: false,
        ...(registrant ? { registrant: String(registrant) } : {}),
        ...more,
        now: at(from),
      });
      meetings.leave(meeting.room, person?.id ?? '', at(to));
    };
    const [a, b, c, d] = registrants;
    // By phone and laptop at once, leaves and comes again.
    come('Phone', a?.['registrant_id'], 0, 20);
    come('Laptop', a?.['registrant_id'], 10, 30);
    come('Phone', a?.['registrant_id'], 35, 40);
    come('B', b?.['registrant_id'], 15, 40);
    come('C', c?.['registrant_id'], 1, 6);
    // Under the name of D, by a link that is nobody's.
    come(String(await one('select full_name from public.students where id = $1', [d?.['student_id']])), undefined, 0, 40);
    come('Teacher', undefined, 0, 40, { account: teacher, isHost: true });
    come('In the waiting room', undefined, 0, 40, { isWaiting: true });
    meetings.end(meeting.room, at(40));
    meetings.record(meeting.room, at(1));
    await runJob(database, 'live-classes-reports');
    const list = await attendance(meeting.id);
    expect(of(list, String(a?.['student_id']))).toMatchObject({ minutes: 35, suggestion: 'present', matched_by: 'link' });
    expect(of(list, String(b?.['student_id']))).toMatchObject({ minutes: 25, suggestion: 'late' });
    expect(of(list, String(c?.['student_id']))).toMatchObject({ minutes: 5, suggestion: 'absent' });
    expect(of(list, String(d?.['student_id']))).toMatchObject({ minutes: null, suggestion: 'absent', matched_by: null });
    const unmatched = await rows(
      'select id, name from public.live_attendees where meeting_id = $1 and student_id is null and not is_teacher',
      [meeting.id],
    );
    expect(unmatched).toHaveLength(1);
    expect(requestsLike(/participants/)[0]).toContain('%252F');
    expect(await rows('select url from public.live_recordings where meeting_id = $1', [meeting.id])).toHaveLength(1);
    // Once more gives no doubles.
    const before = await one('select count(*) from public.live_attendees');
    await call(teacher, 'select public.collect_live_meeting($1)', [meeting.id]);
    await runJob(database, 'live-classes-reports');
    expect(await one('select count(*) from public.live_attendees')).toBe(before);
    expect(of(await attendance(meeting.id), String(a?.['student_id']))?.minutes).toBe(35);
    // By hand.
    await call(teacher, 'select public.match_live_attendee($1, $2)', [unmatched[0]?.['id'], d?.['student_id']]);
    expect(of(await attendance(meeting.id), String(d?.['student_id']))).toMatchObject({
      minutes: 40,
      suggestion: 'present',
      matched_by: 'hand',
    });
    // Confirmed, never over a mark that is there.
    await database.owner.query('delete from public.attendance where day = private.school_today($1) and class_id = $2', [
      ids['school'],
      ids['class'],
    ]);
    await database.owner.query(
      "insert into public.attendance (student_id, day, school_id, class_id, status) values ($1, private.school_today($2), $2, $3, 'excused')",
      [a?.['student_id'], ids['school'], ids['class']],
    );
    const marks = JSON.stringify([
      { student_id: a?.['student_id'], status: 'present' },
      { student_id: b?.['student_id'], status: 'late' },
    ]);
    expect(await call(teacher, 'select public.confirm_live_attendance($1, $2)', [meeting.id, marks])).toBe(1);
    expect(await call(teacher, 'select public.confirm_live_attendance($1, $2)', [meeting.id, marks])).toBe(0);
    expect(of(await attendance(meeting.id), String(a?.['student_id']))?.mark).toBe('excused');
    expect(of(await attendance(meeting.id), String(b?.['student_id']))?.mark).toBe('late');
  });

  it('is told by the click at Google, which reports minutes of those who were matched once, over all pages', async () => {
    const meeting = await held('google-meet');
    const at = (minutes: number) => meeting.start + minutes * 60_000;
    const come = (name: string, account: string | undefined, from: number, to: number) => {
      const person = meetings.join(meeting.room, { name, account, isWaiting: false, now: at(from) });
      meetings.leave(meeting.room, person?.id ?? '', at(to));
    };
    come('Wanjiru', 'wanjiru@students.test', 0, 20);
    come('Wanjiru', 'wanjiru@students.test', 10, 30);
    for (let n = 0; n < 44; n += 1) come(`Guest ${n}`, undefined, 0, 40);
    come('Ta', teacher, 0, 40);
    meetings.end(meeting.room, at(40));
    await database.owner.query('insert into public.live_joins (meeting_id, student_id, school_id, joined_at) values ($1, $2, $3, $4)', [
      meeting.id,
      meeting.class[1],
      ids['school'],
      new Date(at(2)).toISOString(),
    ]);
    await runJob(database, 'live-classes-reports');
    expect(await one('select count(*) from public.live_attendees where meeting_id = $1', [meeting.id])).toBe(46);
    const account = await one("select id from public.live_attendees where meeting_id = $1 and name = 'Wanjiru'", [meeting.id]);
    await call(teacher, 'select public.match_live_attendee($1, $2)', [account, meeting.class[0]]);
    const list = await attendance(meeting.id);
    expect(of(list, meeting.class[0] ?? '')).toMatchObject({ minutes: 30, suggestion: 'present', matched_by: 'hand' });
    expect(of(list, meeting.class[1] ?? '')).toMatchObject({ minutes: null, suggestion: 'present' });
    expect(of(list, meeting.class[2] ?? '')).toMatchObject({ minutes: null, suggestion: 'absent' });
  });
});
