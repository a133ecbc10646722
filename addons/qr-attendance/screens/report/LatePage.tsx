import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { sessionStore } from '@masomo/auth';
import { getDb, useQuery } from '@masomo/data';
import { gateKeys, listLateStudents, type LateStudent } from '../../data/qrAttendance.ts';
import { csvLine } from '@masomo/domain/csv';
import { formatNumber } from '@masomo/domain/number';
import { addDays, formatDateTime, today } from '@masomo/domain/time';
import { AppLink, Box, Button, EmptyState, toaster } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { TextField } from '@masomo/design-system/forms';
import { DataTable, type DataTableColumn, type DataTableSort } from '@masomo/design-system/tables';
import { GateHeader } from '../shared/GateNav.tsx';

const pageSize = 25;
const exportSize = 1_000;
const defaultDays = 30;

const columns: DataTableColumn<LateStudent>[] = [
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
  { id: 'days', header: t`Days late`, sortable: true, align: 'end', cell: ({ days }) => formatNumber(days) },
  { id: 'last', header: t`Most recent`, noWrap: true, cell: ({ lastSeenAt }) => formatDateTime(lastSeenAt) },
];

/** Students who came late through the gate in a period. */
export function LatePage() {
  const now = today(Date.now(), sessionStore.get().user?.timeZone);
  const [from, setFrom] = useState(addDays(now, -defaultDays));
  const [to, setTo] = useState(now);
  const [page, setPage] = useState(0);
  const [sort, setSort] = useState<DataTableSort>({ column: 'days', descending: true });
  const filter = { from, to, sort, page, pageSize, search: '' };
  const { data, error, isLoading, reload } = useQuery(gateKeys.late(filter), (db) => listLateStudents(db, filter));

  async function exportCsv() {
    try {
      const [{ saveCsv }, db] = await Promise.all([import('@masomo/documents/saveFile'), getDb()]);
      const lines = [csvLine([t`Student`, t`Admission number`, t`Class`, t`Days late`])];
      for (let next = 0; ; next += 1) {
        const { rows } = await listLateStudents(db, { ...filter, page: next, pageSize: exportSize });
        lines.push(...rows.map((row) => csvLine([row.name, row.admissionNumber, row.className, row.days])));
        if (rows.length < exportSize) break;
      }
      saveCsv(`${t`Late arrivals`} ${from} ${to}.csv`, lines);
    } catch {
      toaster.error({ title: t`The list was not exported`, description: t`Check your connection and try again.` });
    }
  }

  return (
    <>
      <GateHeader
        current="/late"
        title={t`Late arrivals`}
        description={t`Students who arrived late, by number of days.`}
        actions={
          <Button size="sm" variant="outline" disabled={!data || data.total === 0} onClick={() => void exportCsv()}>
            <Trans>Download CSV</Trans>
          </Button>
        }
      />
      <Toolbar>
        <Box w="44">
          <TextField label={t`From`} type="date" max={to} value={from} onChange={(event) => setFrom(event.currentTarget.value || from)} />
        </Box>
        <Box w="44">
          <TextField
            label={t`To`}
            type="date"
            max={now}
            min={from}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value || now)}
          />
        </Box>
      </Toolbar>
      <DataTable
        label={t`Late arrivals`}
        columns={columns}
        rows={data?.rows}
        rowId={({ id }) => id}
        total={data?.total ?? 0}
        page={page}
        pageSize={pageSize}
        onPageChange={setPage}
        sort={sort}
        onSortChange={setSort}
        isLoading={isLoading}
        error={data ? undefined : error}
        onRetry={reload}
        empty={
          <EmptyState title={t`No late arrivals`}>
            <Trans>Students scanned after the time in the settings appear here.</Trans>
          </EmptyState>
        }
      />
    </>
  );
}
