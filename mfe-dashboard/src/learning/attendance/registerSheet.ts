import { t } from '@lingui/core/macro';
import { getDb } from '@masomo/data';
import { getRegister, type AttendanceStatus } from '@masomo/data/learning/attendance';
import { addDays, formatDate, isoWeekday } from '@masomo/domain/time';
import { statusLabels } from '../../shared/attendanceLabels.ts';
import { shortWeekdays } from '../../shared/weekdays.ts';

const schoolDays = 5;

/** The register of a class for the week of a day: what is marked, and boxes to fill in by hand. */
export async function registerSheet(classId: string, className: string, day: string) {
  const monday = addDays(day, 1 - isoWeekday(day));
  const days = Array.from({ length: schoolDays }, (_, index) => addDays(monday, index));
  const db = await getDb();
  const registers = await Promise.all(days.map((one) => getRegister(db, { classId, day: one })));
  const marks = registers.map(({ lines }) => new Map(lines.map(({ studentId, status }) => [studentId, status])));
  const students = [...new Map(registers.flatMap(({ lines }) => lines).map((line) => [line.studentId, line])).values()];
  const letter = (status: AttendanceStatus | null | undefined) => (status ? statusLabels[status].slice(0, 1) : '');
  return {
    title: t`Register of ${className}`,
    facts: [
      t`Week of ${formatDate(monday)}`,
      Object.values(statusLabels)
        .map((label) => `${label.slice(0, 1)} ${label}`)
        .join(' · '),
    ].join('\n'),
    hasGrid: true,
    columns: [
      { title: t`No.` },
      { title: t`Admission no.` },
      { title: t`Student` },
      ...days.map((one, index) => ({ title: `${shortWeekdays[index] ?? ''} ${one.slice(8)}` })),
    ],
    rows: students.map((line, index) => [
      index + 1,
      line.admissionNumber,
      line.student,
      ...marks.map((ofDay) => letter(ofDay.get(line.studentId))),
    ]),
  };
}
