import { toDataError, unwrap, type Db } from '@masomo/data';
import type { Mark, Provider } from './live.ts';

type Result = { error: Parameters<typeof toDataError>[0] | null; status: number };
const expectDone = ({ error, status }: Result) => {
  if (error) throw toDataError(error, status);
};

/** Has lessons held live by a provider, or no longer; resolves to how many changed. */
export async function saveLiveLessons(
  db: Db,
  { lessonIds, provider }: { lessonIds: string[]; provider: Provider | null },
): Promise<number> {
  return unwrap(await db.rpc('save_live_lessons', { lesson_ids: lessonIds, ...(provider ? { provider } : {}) }));
}

export async function addDaysOff(db: Db, fields: { firstDay: string; lastDay: string; name: string }): Promise<string> {
  return unwrap(await db.rpc('add_live_days_off', { first_day: fields.firstDay, last_day: fields.lastDay, name: fields.name }));
}

export async function removeDaysOff(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('remove_live_days_off', { days_off_id: id }));
}

export async function moveMeeting(db: Db, { id, startsAt, endsAt }: { id: string; startsAt: string; endsAt: string }): Promise<void> {
  expectDone(await db.rpc('change_live_meeting', { meeting_id: id, starts_at: startsAt, ends_at: endsAt }));
}

export async function cancelMeeting(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('cancel_live_meeting', { meeting_id: id }));
}

/** Notes that a student came, and resolves to the way in. */
export async function joinMeeting(db: Db, { id, studentId }: { id: string; studentId: string }): Promise<string> {
  return unwrap(await db.rpc('join_live_meeting', { meeting_id: id, student_id: studentId }));
}

export async function matchAttendee(db: Db, { id, studentId }: { id: string; studentId: string | null }): Promise<void> {
  expectDone(await db.rpc('match_live_attendee', { attendee_id: id, ...(studentId ? { student_id: studentId } : {}) }));
}

/** Enters marks into the register of the day; resolves to how many: a mark that is there stays. */
export async function confirmAttendance(
  db: Db,
  { id, marks }: { id: string; marks: readonly { studentId: string; status: Mark }[] },
): Promise<number> {
  return unwrap(
    await db.rpc('confirm_live_attendance', {
      meeting_id: id,
      marks: marks.map(({ studentId, status }) => ({ student_id: studentId, status })),
    }),
  );
}

/** Has the provider asked now who came. */
export async function collectReport(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('collect_live_meeting', { meeting_id: id }));
}

export async function removeAccount(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('remove_live_account', { account_id: id }));
}
