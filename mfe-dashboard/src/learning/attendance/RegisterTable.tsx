import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { attendanceKeys, listRegisterProgress, type RegisterProgress } from '@masomo/data/learning/attendance';
import { Badge, Box, Button, EmptyState, Text } from '@masomo/design-system';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';

const pageSize = 10;

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

/** Every class with the progress of its register. */
export function RegisterTable({ day, onChoose }: { day: string; onChoose: (classId: string) => void }) {
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
