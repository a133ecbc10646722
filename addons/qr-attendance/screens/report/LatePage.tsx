import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { gateKeys, listLateStudents, type LateStudent } from '../../data/qrAttendance.ts';
import { formatNumber } from '@masomo/domain/number';
import { addDays, formatDateTime } from '@masomo/domain/time';
import { today } from '@masomo/remote/schoolDay';
import { AppLink } from '@masomo/design-system';
import { FilterDate } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { GateNav } from '../shared/GateNav.tsx';

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
  const now = today();
  const [from, setFrom] = useState(addDays(now, -defaultDays));
  const [to, setTo] = useState(now);
  const period = { from, to };
  return (
    <ListScreen
      title={t`Late arrivals`}
      description={t`Students who arrived late, by number of days.`}
      intro={<GateNav current="/late" />}
      filters={
        <>
          <FilterDate label={t`From`} max={to} value={from} onValueChange={(chosen) => setFrom(chosen || from)} />
          <FilterDate label={t`To`} max={now} min={from} value={to} onValueChange={(chosen) => setTo(chosen || now)} />
        </>
      }
      filterKey={`${from} ${to}`}
      isFiltered={false}
      export={{
        name: `${t`Late arrivals`} ${from} ${to}`,
        columns: [
          { title: t`Student`, value: (row) => row.name },
          { title: t`Admission number`, value: (row) => row.admissionNumber },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Days late`, value: (row) => row.days },
        ],
      }}
      columns={columns}
      sort={{ column: 'days', descending: true }}
      pageSize={25}
      keyOf={(filter) => gateKeys.late({ ...filter, ...period })}
      query={(db, filter) => listLateStudents(db, { ...filter, ...period })}
      rowLabel={({ name }) => name}
      empty={{ title: t`No late arrivals`, text: t`Students scanned after the time in the settings appear here.` }}
    />
  );
}
