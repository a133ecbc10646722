import { t } from '@lingui/core/macro';
import { attendanceStatuses, type AttendanceStatus, type RegisterLine } from '@masomo/data/learning/attendance';

export const statusLabels: Record<AttendanceStatus, string> = {
  present: t`Present`,
  absent: t`Absent`,
  late: t`Late`,
  excused: t`Excused`,
};
export const statusOptions = attendanceStatuses.map((value) => ({ value, label: statusLabels[value] }));

/** The label of a mark; null clears it. */
export const markLabel = (status: AttendanceStatus | null) => (status ? statusLabels[status] : t`No mark`);

/** The label of a status as the database names it; unknown ones stay as they are. */
export const statusLabel = (status: string) => Object.entries(statusLabels).find(([name]) => name === status)?.[1] ?? status;

/** What made a mark that no person made. */
export const sourceLabel = (source: NonNullable<RegisterLine['source']>) => (source === 'reader' ? t`Reader` : t`Gate`);
