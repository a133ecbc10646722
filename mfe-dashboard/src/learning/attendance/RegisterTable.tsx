import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { attendanceKeys, listRegisterProgress, type RegisterProgress } from '@masomo/data/learning/attendance';
import { Badge, Button, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';

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
  const ofDay = { day, isNotStarted: false };
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
    <RecordList
      label={t`Registers of the day`}
      columns={columns}
      filterKey={day}
      isFiltered={false}
      pageSize={10}
      export={{
        name: t`Registers ${day}`,
        columns: [
          { title: t`Class`, value: (row) => row.name },
          { title: t`Students`, value: (row) => row.students },
          { title: t`Marked`, value: (row) => row.marked },
          { title: t`Present`, value: (row) => row.present },
          { title: t`Late`, value: (row) => row.late },
          { title: t`Excused`, value: (row) => row.excused },
          { title: t`Absent`, value: (row) => row.absent },
        ],
      }}
      keyOf={({ page, pageSize }) => attendanceKeys.registerProgress({ page, pageSize, ...ofDay })}
      live={['attendance']}
      query={(db, { page, pageSize }) => listRegisterProgress(db, { page, pageSize, ...ofDay })}
      rowLabel={(row) => row.name}
      empty={{ title: t`No classes`, text: t`There is no class to take attendance for.` }}
    />
  );
}
