import { callable } from '@masomo/domain/functionAccess';
import { members, reach } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

const staff = ['admin', 'teacher', 'staff'] as const;

/** Who may do what, written down a second time, so that a test can compare. */
export const access: ModuleAccess = {
  tables: {
    live_accounts: { select: reach(staff, 'school') },
    live_lessons: { select: reach(staff, 'school') },
    live_days_off: { select: reach(['admin', 'teacher', 'staff', 'parent', 'student'], 'school') },
    live_meetings: { select: reach(['admin', 'staff'], 'school', { teacher: 'some', parent: 'some', student: 'some' }) },
    live_joins: { select: reach(['admin', 'staff'], 'school', { teacher: 'some', parent: 'some', student: 'some' }) },
    live_attendees: { select: reach(['admin', 'staff'], 'school', { teacher: 'some' }) },
    live_recordings: { select: reach(['admin', 'staff'], 'school', { teacher: 'some', parent: 'some', student: 'some' }) },
  },
  functions: {
    ...callable(['admin'], 'save_live_lessons', 'add_live_days_off', 'remove_live_days_off', 'save_zoom_account'),
    ...callable(
      ['admin', 'teacher'],
      'begin_live_connection',
      'remove_live_account',
      'change_live_meeting',
      'cancel_live_meeting',
      'open_live_meeting',
      'match_live_attendee',
      'confirm_live_attendance',
      'collect_live_meeting',
    ),
    ...callable(staff, 'live_attendance', 'student_live_classes'),
    ...callable(members, 'join_live_meeting'),
  },
  // A family's own link writes down who came, and is refused by a sentence of its own when the licence is over.
  reads: ['live_attendance', 'student_live_classes', 'join_live_meeting'],
  writes: [
    'save_live_lessons',
    'add_live_days_off',
    'remove_live_days_off',
    'save_zoom_account',
    'begin_live_connection',
    'remove_live_account',
    'change_live_meeting',
    'cancel_live_meeting',
    'open_live_meeting',
    'match_live_attendee',
    'confirm_live_attendance',
    'collect_live_meeting',
  ],
};
