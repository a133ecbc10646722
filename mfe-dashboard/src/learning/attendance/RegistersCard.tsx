import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { attendanceKeys, listRegisterProgress, type RegisterProgress } from '@masomo/data/learning/attendance';
import { formatDate, isoWeekday } from '@masomo/domain/time';
import { Badge, Box, Button, Card, EmptyState, HStack, Skeleton, Text } from '@masomo/design-system';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';

type RegistersCardProps = { day: string; /** Number of classes to mark. */ count: number; onChoose: (classId: string) => void };

const namedClassCount = 6;
const pageSize = 10;

export function RegistersCard({ day, count, onChoose }: RegistersCardProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const filter = { page: 0, pageSize: namedClassCount, day, isNotStarted: true };
  const { data: open, error } = useQuery(attendanceKeys.registerProgress(filter), (db) => listRegisterProgress(db, filter));
  // As on the home: no registers are expected at weekends.
  const isWithoutSchool = open?.total === count && isoWeekday(day) > 5;
  return (
    <Card.Root as="section" aria-label={t`Registers of the day`} size="sm">
      <Card.Body gap="3">
        <HStack justify="space-between" gap="3" wrap="wrap">
          {open && (
            <Text fontWeight="600">
              {isWithoutSchool
                ? t`No school on this day`
                : open.total === 0
                  ? t`All ${count} registers of ${formatDate(day)} are taken`
                  : t`${Math.max(0, count - open.total)} of ${count} registers of ${formatDate(day)} taken`}
            </Text>
          )}
          {!open &&
            (error ? (
              <Text color="fg.muted">
                <Trans>Registers could not be loaded.</Trans>
              </Text>
            ) : (
              <Skeleton h="6" w="72" maxW="full" />
            ))}
          {!open && !error && <Skeleton h="7" w="16" />}
          {open && (
            <Button size="xs" variant="outline" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
              {isExpanded ? t`Hide all` : t`See all`}
            </Button>
          )}
        </HStack>
        {!open && !error && (
          <HStack gap="2" wrap="wrap" aria-hidden>
            {Array.from({ length: Math.min(count + 1, namedClassCount + 2) }, (_, place) => (
              <Skeleton key={place} h="7" w="22" />
            ))}
          </HStack>
        )}
        {open && open.total > 0 && !isWithoutSchool && !isExpanded && (
          <HStack gap="2" wrap="wrap">
            <Text fontSize="sm" color="fg.muted">
              <Trans>Not started:</Trans>
            </Text>
            {open.rows.map(({ id, name }) => (
              <Button key={id} size="xs" variant="outline" aria-label={t`Take the register of ${name}`} onClick={() => onChoose(id)}>
                {name}
              </Button>
            ))}
            {open.total > open.rows.length && (
              <Text fontSize="sm" color="fg.muted">
                <Trans>and {open.total - open.rows.length} more</Trans>
              </Text>
            )}
          </HStack>
        )}
        {isExpanded && (
          <RegisterTable
            day={day}
            onChoose={(id) => {
              setIsExpanded(false);
              onChoose(id);
            }}
          />
        )}
      </Card.Body>
    </Card.Root>
  );
}

function registerBadge({ students: students, marked }: RegisterProgress) {
  if (students === 0)
    return (
      <Badge>
        <Trans>No students</Trans>
      </Badge>
    );
  if (marked === 0)
    return (
      <Badge colorPalette="orange">
        <Trans>Not started</Trans>
      </Badge>
    );
  return marked < students ? (
    <Badge colorPalette="yellow">
      <Trans>
        {marked} of {students} marked
      </Trans>
    </Badge>
  ) : (
    <Badge colorPalette="green">
      <Trans>Taken</Trans>
    </Badge>
  );
}

function RegisterTable({ day, onChoose }: Omit<RegistersCardProps, 'count'>) {
  const [page, setPage] = useState(0);
  const filter = { page, pageSize, day, isNotStarted: false };
  const { data, error, isLoading, reload } = useQuery(attendanceKeys.registerProgress(filter), (db) => listRegisterProgress(db, filter), {
    keepPreviousData: true,
  });
  const columns: DataTableColumn<RegisterProgress>[] = [
    { id: 'name', header: t`Class`, cell: (row) => <Text fontWeight="600">{row.name}</Text> },
    { id: 'state', header: t`Register`, cell: registerBadge },
    { id: 'present', header: t`Present`, align: 'end', cell: (row) => row.present },
    { id: 'late', header: t`Late`, align: 'end', cell: (row) => row.late },
    { id: 'excused', header: t`Excused`, align: 'end', cell: (row) => row.excused },
    { id: 'absent', header: t`Absent`, align: 'end', cell: (row) => row.absent },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        row.students > 0 && (
          <Button size="xs" variant="outline" aria-label={t`Open the register of ${row.name}`} onClick={() => onChoose(row.id)}>
            <Trans>Open</Trans>
          </Button>
        ),
    },
  ];
  return (
    <Box>
      <DataTable
        label={t`Registers of the day`}
        columns={columns}
        rows={data?.rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        total={data?.total ?? 0}
        page={page}
        pageSize={pageSize}
        onPageChange={setPage}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No classes`}>
            <Trans>There is no class to take attendance for.</Trans>
          </EmptyState>
        }
      />
    </Box>
  );
}
