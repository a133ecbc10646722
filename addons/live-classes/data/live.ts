import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { rangeOf, type ListFilter, type ListPage } from '@masomo/data/listing';

export type Provider = 'google-meet' | 'zoom';
export type Meeting = {
  id: string;
  classId: string;
  className: string;
  subject: string;
  teacherId: string | null;
  teacher: string;
  provider: Provider;
  startsAt: string;
  endsAt: string;
  isCancelled: boolean;
  isMade: boolean;
  waitsUntil: string | null;
  problem: 'not_connected' | 'host_unknown' | 'refused' | null;
  collectedAt: string | null;
};
export type Recording = { id: string; url: string; recordedAt: string; className: string; subject: string };
export type Account = { id: string; provider: Provider; userId: string | null; label: string; hasProblem: boolean; connectedAt: string };
export type DaysOff = { id: string; firstDay: string; lastDay: string; name: string };
export type LiveLesson = {
  id: string;
  weekday: number;
  startsAt: string;
  endsAt: string;
  subject: string;
  teacher: string;
  provider: Provider | null;
};
export type Attendee = { id: string; name: string; studentId: string | null; matchedBy: 'link' | 'account' | 'hand' | null };
export type Mark = 'present' | 'absent' | 'late' | 'excused';
export type Attendance = {
  studentId: string;
  name: string;
  admissionNumber: string;
  clickedAt: string | null;
  firstSeenAt: string | null;
  minutes: number | null;
  matchedBy: Attendee['matchedBy'];
  suggestion: Mark | null;
  mark: Mark | null;
};

export const liveKeys = {
  coming: () => ['live-classes', 'coming'] as const,
  held: (filter: ListFilter) => ['live-classes', 'held', filter] as const,
  one: (id: string) => ['live-classes', 'one', id] as const,
  attendance: (id: string) => ['live-classes', 'attendance', id] as const,
  attendees: (id: string) => ['live-classes', 'attendees', id] as const,
  recordings: (of: string) => ['live-classes', 'recordings', of] as const,
  lessons: (classId: string) => ['live-classes', 'lessons', classId] as const,
  daysOff: () => ['live-classes', 'days off'] as const,
  accounts: () => ['live-classes', 'accounts'] as const,
  ofStudent: (id: string) => ['live-classes', 'of student', id] as const,
  children: () => ['live-classes', 'children'] as const,
};

const meetingColumns =
  'id, class_id, teacher_id, provider, starts_at, ends_at, cancelled_at, made_at, waits_until, problem, collected_at, classes!inner(name), subjects!inner(name), teacher:users(full_name)';
type MeetingRow = {
  id: string;
  class_id: string;
  teacher_id: string | null;
  provider: string;
  starts_at: string;
  ends_at: string;
  cancelled_at: string | null;
  made_at: string | null;
  waits_until: string | null;
  problem: string | null;
  collected_at: string | null;
  classes: { name: string };
  subjects: { name: string };
  teacher: { full_name: string | null } | null;
};
const meetingOf = (row: MeetingRow): Meeting => ({
  id: row.id,
  classId: row.class_id,
  className: row.classes.name,
  subject: row.subjects.name,
  teacherId: row.teacher_id,
  teacher: row.teacher?.full_name ?? '',
  provider: row.provider as Provider,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  isCancelled: row.cancelled_at !== null,
  isMade: row.made_at !== null,
  waitsUntil: row.waits_until,
  problem: row.problem as Meeting['problem'],
  collectedAt: row.collected_at,
});

const stillShownMs = 15 * 60_000;

/** Without the cancelled ones in whose place the class has another, as after a licence that had ended came back. */
export function withoutReplaced(meetings: readonly Meeting[]): Meeting[] {
  const isInPlaceOf = (one: Meeting, other: Meeting) =>
    one.classId === other.classId && one.startsAt < other.endsAt && one.endsAt > other.startsAt;
  return meetings.filter(
    (meeting, index) =>
      !meeting.isCancelled ||
      !meetings.some(
        (other, place) =>
          (other.isCancelled ? place < index && other.subject === meeting.subject : true) &&
          other !== meeting &&
          isInPlaceOf(other, meeting),
      ),
  );
}

/** The live classes of the next days that the caller may see, also one that has just ended. */
export async function listComing(db: Db, nowMs = Date.now()): Promise<Meeting[]> {
  const rows = unwrap(
    await db
      .from('live_meetings')
      .select(meetingColumns)
      .gte('ends_at', new Date(nowMs - stillShownMs).toISOString())
      .order('starts_at')
      .order('id')
      .limit(500),
  );
  return withoutReplaced(rows.map(meetingOf));
}

/** The live classes that have been, the last one first. */
export async function listHeld(db: Db, { page, pageSize }: ListFilter): Promise<ListPage<Meeting>> {
  const { rows, total } = unwrapPage(
    await db
      .from('live_meetings')
      .select(meetingColumns, { count: 'exact' })
      .lt('starts_at', new Date().toISOString())
      .is('cancelled_at', null)
      .order('starts_at', { ascending: false })
      .order('id')
      .range(...rangeOf({ page, pageSize })),
  );
  return { rows: rows.map(meetingOf), total };
}

export async function getMeeting(db: Db, id: string): Promise<Meeting> {
  return meetingOf(unwrap(await db.from('live_meetings').select(meetingColumns).eq('id', id).single()));
}

/** The class of a live class, when each came, and what is suggested for the register. */
export async function listAttendance(db: Db, id: string): Promise<Attendance[]> {
  const rows = unwrap(await db.rpc('live_attendance', { meeting_id: id }, { get: true }));
  return rows.map((row) => ({
    studentId: row.student_id,
    name: row.name,
    admissionNumber: row.admission_number,
    clickedAt: row.clicked_at,
    firstSeenAt: row.first_seen_at,
    minutes: row.minutes,
    matchedBy: row.matched_by as Attendee['matchedBy'],
    suggestion: row.suggestion,
    mark: row.mark,
  }));
}

/** Those of the provider's report who did not come by a student's own link. */
export async function listGuests(db: Db, id: string): Promise<Attendee[]> {
  const rows = unwrap(
    await db
      .from('live_attendees')
      .select('id, name, student_id, matched_by')
      .eq('meeting_id', id)
      .eq('is_teacher', false)
      .or('matched_by.is.null,matched_by.neq.link')
      .order('name')
      .order('id')
      .limit(500),
  );
  return rows.map((row) => ({ id: row.id, name: row.name, studentId: row.student_id, matchedBy: row.matched_by as Attendee['matchedBy'] }));
}

/** What was recorded of one live class, or the latest recordings of all that the caller may see. */
export async function listRecordings(db: Db, meetingId?: string): Promise<Recording[]> {
  const query = db
    .from('live_recordings')
    .select('id, url, recorded_at, live_meetings!inner(classes!inner(name), subjects!inner(name))')
    .order('recorded_at', { ascending: false })
    .order('id')
    .limit(50);
  const rows = unwrap(await (meetingId ? query.eq('meeting_id', meetingId) : query));
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    recordedAt: row.recorded_at,
    className: row.live_meetings.classes.name,
    subject: row.live_meetings.subjects.name,
  }));
}

/** The lessons of a class in the timetable, and by whom each is held live. */
export async function listLessons(db: Db, classId: string): Promise<LiveLesson[]> {
  const rows = unwrap(
    await db
      .from('lessons')
      .select('id, weekday, starts_at, ends_at, subjects!inner(name), teacher:users(full_name), live_lessons(provider)')
      .eq('class_id', classId)
      .order('weekday')
      .order('starts_at')
      .limit(200),
  );
  return rows.map((row) => ({
    id: row.id,
    weekday: row.weekday,
    startsAt: row.starts_at.slice(0, 5),
    endsAt: row.ends_at.slice(0, 5),
    subject: row.subjects.name,
    teacher: row.teacher?.full_name ?? '',
    provider: (row.live_lessons?.provider ?? null) as Provider | null,
  }));
}

export async function listDaysOff(db: Db): Promise<DaysOff[]> {
  const rows = unwrap(
    await db.from('live_days_off').select('id, first_day, last_day, name').order('first_day', { ascending: false }).order('id').limit(100),
  );
  return rows.map((row) => ({ id: row.id, firstDay: row.first_day, lastDay: row.last_day, name: row.name }));
}

export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = unwrap(
    await db
      .from('live_accounts')
      .select('id, provider, user_id, label, problem, connected_at')
      .order('provider')
      .order('label')
      .limit(500),
  );
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider as Provider,
    userId: row.user_id,
    label: row.label,
    hasProblem: row.problem !== null,
    connectedAt: row.connected_at,
  }));
}

/** How many live classes a student's class had in the last 120 days, and how many the student came to. */
export async function getStudentSummary(db: Db, studentId: string): Promise<{ total: number; attended: number; minutes: number }> {
  const [row] = unwrap(await db.rpc('student_live_classes', { student_id: studentId }, { get: true }));
  return { total: row?.total ?? 0, attended: row?.attended ?? 0, minutes: row?.minutes ?? 0 };
}

/** The caller, as a student, or the caller's children, with their classes. */
export async function listChildren(db: Db): Promise<{ id: string; name: string; classId: string | null }[]> {
  const rows = unwrap(await db.from('students').select('id, first_name, class_id').order('first_name').order('id').limit(20));
  return rows.map((row) => ({ id: row.id, name: row.first_name, classId: row.class_id }));
}
