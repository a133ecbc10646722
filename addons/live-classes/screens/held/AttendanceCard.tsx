import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { formatTime } from '@masomo/domain/time';
import { Badge, Box, Button, Card, Heading, HStack, Text, toaster } from '@masomo/design-system';
import { NativeSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { listAttendance, liveKeys, type Attendance, type Mark, type Meeting } from '../../data/live.ts';
import { confirmAttendance } from '../../data/liveCommands.ts';
import { markName } from '../shared/liveTexts.ts';

const marks: readonly Mark[] = ['present', 'late', 'absent', 'excused'];

/** When each student of the class came, and what is suggested for the register until the teacher confirms it. */
export function AttendanceCard({ meeting, isReadOnly }: { meeting: Meeting; isReadOnly: boolean }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Mark | ''>>>({});
  const {
    data: rows,
    error,
    reload,
  } = useQuery(liveKeys.attendance(meeting.id), (db) => listAttendance(db, meeting.id), {
    live: ['live_joins', 'live_meetings', 'attendance'],
  });
  const confirm = useCommand(confirmAttendance, {
    invalidates: ['live-classes', 'attendance', 'register'],
    onSuccess: (saved) =>
      toaster.success({ title: plural(saved, { one: '# mark entered into the register', other: '# marks entered into the register' }) }),
    onError: (failure) => toaster.error(failureMessage(failure, t`The register was not changed`)),
  });
  const markOf = ({ studentId, suggestion }: Attendance) => chosen[studentId] ?? suggestion ?? '';
  const toEnter = (rows ?? []).flatMap((row) => {
    const status = markOf(row);
    return row.mark === null && status !== '' ? [{ studentId: row.studentId, status }] : [];
  });
  const columns: DataTableColumn<Attendance>[] = [
    {
      id: 'student',
      header: t`Student`,
      cell: ({ name, admissionNumber }) => (
        <Box>
          <Text fontWeight="600">{name}</Text>
          <Text fontSize="sm" color="fg.muted">
            {admissionNumber}
          </Text>
        </Box>
      ),
    },
    {
      id: 'came',
      header: t`Came`,
      noWrap: true,
      cell: ({ firstSeenAt, clickedAt }) => {
        if (firstSeenAt) return formatTime(firstSeenAt);
        return clickedAt ? t`Own link at ${formatTime(clickedAt)}` : '–';
      },
    },
    {
      id: 'minutes',
      header: t`Minutes`,
      align: 'end',
      cell: ({ minutes }) => minutes ?? '–',
    },
    {
      id: 'mark',
      header: t`Register`,
      cell: (row) =>
        row.mark ? (
          <Badge>{markName(row.mark)}</Badge>
        ) : (
          <NativeSelect.Root size="sm" w="36" disabled={isReadOnly}>
            <NativeSelect.Field
              aria-label={t`Mark of ${row.name}`}
              value={markOf(row)}
              onChange={({ currentTarget }) =>
                setChosen({ ...chosen, [row.studentId]: marks.find((mark) => mark === currentTarget.value) ?? '' })
              }
            >
              <option value="">{t`No mark`}</option>
              {marks.map((mark) => (
                <option key={mark} value={mark}>
                  {markName(mark)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        ),
    },
  ];
  return (
    <Card.Root as="section" aria-label={t`Attendance`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>Attendance</Trans>
          </Heading>
          {!isReadOnly && toEnter.length > 0 && (
            <Button size="sm" disabled={confirm.isRunning} onClick={() => void confirm.run({ id: meeting.id, marks: toEnter })}>
              {plural(toEnter.length, { one: 'Confirm # mark', other: 'Confirm # marks' })}
            </Button>
          )}
        </HStack>
        <Text color="fg.muted">
          {t`Suggested by the minutes in the settings, for the register of the day. Minutes on two devices count once. Nothing is entered before you confirm it, and a mark that is there stays.`}
        </Text>
      </Card.Header>
      <Card.Body>
        <RecordList
          label={t`Attendance`}
          columns={columns}
          rows={rows}
          error={error}
          onRetry={reload}
          pageSize={100}
          rowId={({ studentId }) => studentId}
          rowLabel={({ name }) => name}
          empty={{ title: t`Nobody was in this class that day` }}
        />
      </Card.Body>
    </Card.Root>
  );
}
