import { plural, t } from '@lingui/core/macro';
import { attendanceStatuses, type AttendanceStatus, type RegisterLine } from '@masomo/data/learning/attendance';

export const statusLabels: Record<AttendanceStatus, string> = {
  present: t`Present`,
  absent: t`Absent`,
  late: t`Late`,
  excused: t`Excused`,
};
/** The palettes of badges and chosen marks. */
export const statusColors: Record<AttendanceStatus, string> = { present: 'green', absent: 'red', late: 'orange', excused: 'blue' };

const countTexts: Record<AttendanceStatus, (count: number) => string> = {
  present: (count) => plural(count, { one: '# present', other: '# present' }),
  absent: (count) => plural(count, { one: '# absent', other: '# absent' }),
  late: (count) => plural(count, { one: '# late', other: '# late' }),
  excused: (count) => plural(count, { one: '# excused', other: '# excused' }),
};
/** How many have each mark that was given: `23 present, 1 absent`, and how many have none. */
export function countedMarks(marks: readonly (AttendanceStatus | null)[]): string {
  const count = (status: AttendanceStatus | null) => marks.filter((mark) => mark === status).length;
  const given = attendanceStatuses.flatMap((status) => (count(status) > 0 ? countTexts[status](count(status)) : []));
  const without = count(null);
  return [...given, ...(without > 0 ? [plural(without, { one: '# not marked', other: '# not marked' })] : [])].join(', ');
}

export const statusOptions = attendanceStatuses.map((value) => ({ value, label: statusLabels[value] }));

/** The label of a mark; null clears it. */
export const markLabel = (status: AttendanceStatus | null) => (status ? statusLabels[status] : t`No mark`);

/** The label of a status as the database names it; unknown ones stay as they are. */
export const statusLabel = (status: string) => Object.entries(statusLabels).find(([name]) => name === status)?.[1] ?? status;

/** What made a mark that no person made. */
export const sourceLabel = (source: NonNullable<RegisterLine['source']>) => (source === 'reader' ? t`Reader` : t`Gate`);
