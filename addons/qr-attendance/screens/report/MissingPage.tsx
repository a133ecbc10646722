import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { sessionStore } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { gateKeys, listMissingStudents, type MissingStudent } from '../../data/qrAttendance.ts';
import { today } from '@masomo/domain/time';
import { AppLink, Badge, Box, EmptyState, Text } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { TextField } from '@masomo/design-system/forms';
import { DataTable, type DataTableColumn, type DataTableSort } from '@masomo/design-system/tables';
import { GateHeader } from '../shared/GateNav.tsx';

const pageSize = 25;
const statusLabels: Record<NonNullable<MissingStudent['status']>, string> = {
  present: t`Present`,
  absent: t`Absent`,
  late: t`Late`,
  excused: t`Excused`,
};

const columns: DataTableColumn<MissingStudent>[] = [
  {
    id: 'name',
    header: t`Student`,
    sortable: true,
    cell: ({ id, name }) => (
      <AppLink to={`/dashboard/students/${id}`} fontWeight="600">
        {name}
      </AppLink>
    ),
  },
  { id: 'admission_number', header: t`Admission number`, noWrap: true, cell: ({ admissionNumber }) => admissionNumber },
  { id: 'class_name', header: t`Class`, sortable: true, cell: ({ className }) => className },
  {
    id: 'status',
    header: t`Register`,
    cell: ({ status }) =>
      status ? (
        <Badge colorPalette={status === 'absent' ? 'orange' : 'gray'}>{statusLabels[status]}</Badge>
      ) : (
        <Text color="fg.muted">
          <Trans>Not taken yet</Trans>
        </Text>
      ),
  },
];

/** Students who did not come through the gate on a day, beside what their register says. */
export function MissingPage() {
  const lastDay = today(Date.now(), sessionStore.get().user?.timeZone);
  const [day, setDay] = useState(lastDay);
  const [page, setPage] = useState(0);
  const [sort, setSort] = useState<DataTableSort>({ column: 'class_name', descending: false });
  const filter = { day, sort, page, pageSize };
  const { data, error, isLoading, reload } = useQuery(gateKeys.missing(filter), (db) => listMissingStudents(db, filter));
  return (
    <>
      <GateHeader current="/missing" title={t`Not seen`} description={t`Students who were not scanned on their way in.`} />
      <Toolbar>
        <Box w="44">
          <TextField
            label={t`Date`}
            type="date"
            max={lastDay}
            value={day}
            onChange={(event) => {
              setDay(event.currentTarget.value || lastDay);
              setPage(0);
            }}
          />
        </Box>
      </Toolbar>
      <DataTable
        label={t`Not seen`}
        columns={columns}
        rows={data?.rows}
        rowId={({ id }) => id}
        total={data?.total ?? 0}
        page={page}
        pageSize={pageSize}
        onPageChange={setPage}
        sort={sort}
        onSortChange={(next) => {
          setSort(next);
          setPage(0);
        }}
        isLoading={isLoading}
        error={data ? undefined : error}
        onRetry={reload}
        empty={
          <EmptyState title={t`Everyone was seen`}>
            <Trans>Every student came through the gate on this day.</Trans>
          </EmptyState>
        }
      />
    </>
  );
}
