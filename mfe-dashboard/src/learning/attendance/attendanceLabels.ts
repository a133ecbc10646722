import { attendanceStatuses, type AttendanceStatus } from '@masomo/data/learning/attendance';

export const statusLabels: Record<AttendanceStatus, string> = { present: 'Present', absent: 'Absent', late: 'Late', excused: 'Excused' };
export const statusOptions = attendanceStatuses.map((value) => ({ value, label: statusLabels[value] }));

/** Counts marks: `1 mark`, `3 marks`. */
export const markCount = (count: number) => `${count} ${count === 1 ? 'mark' : 'marks'}`;
