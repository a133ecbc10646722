import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { getStudentProfile, studentKeys } from '@masomo/data/people/students';
import { attendancePercent } from '@masomo/domain/attendance';
import { formatDate } from '@masomo/domain/time';
import { Stack, Text } from '@masomo/design-system';
import { statusLabel } from '../../../shared/attendanceLabels.ts';
import { StudentCard } from './StudentCard.tsx';

export function AttendanceCard({ studentId }: { studentId: string }) {
  const query = useQuery(studentKeys.one(studentId), (db) => getStudentProfile(db, studentId));
  return (
    <StudentCard id="attendance" title={t`Attendance`} query={query}>
      {({ attendance, absences }) => {
        const { late = 0, absent = 0, excused = 0 } = attendance;
        const percent = attendancePercent(attendance);
        if (percent === null && absences.length === 0)
          return (
            <Text color="fg.muted">
              <Trans>No attendance recorded yet.</Trans>
            </Text>
          );
        return (
          <Stack gap="3">
            {percent !== null && (
              <Text>
                <Trans>
                  <Text as="span" fontWeight="600">
                    {percent}% present
                  </Text>{' '}
                  in the last 90 days: {absent} absent, {excused} excused, {late} late.
                </Trans>
              </Text>
            )}
            <Stack as="ul" listStyleType="none" gap="2" ps="0">
              {absences.map(({ day, status, note }) => (
                <Text as="li" key={day}>
                  <Text as="span" fontWeight="550">
                    {formatDate(day)}
                  </Text>{' '}
                  <Text as="span">{statusLabel(status)}</Text>
                  {note && (
                    <Text as="span" color="fg.muted">
                      {' '}
                      · {note}
                    </Text>
                  )}
                </Text>
              ))}
            </Stack>
          </Stack>
        );
      }}
    </StudentCard>
  );
}
