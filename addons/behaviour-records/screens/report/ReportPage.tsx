import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { behaviourKeys, listBehaviourReport, type BehaviourReportRow } from '../../data/behaviour.ts';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { formatNumber, formatSignedNumber } from '@masomo/domain/number';
import { addDays, formatDate } from '@masomo/domain/time';
import { AppLink, Box, Text } from '@masomo/design-system';
import { FilterSelect, FilterDate } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { BehaviourNav } from '../shared/BehaviourNav.tsx';
import { today } from '@masomo/remote/schoolDay';

const usualDays = 90;
const withPoints = (count: number, points: number) => (count === 0 ? '–' : t`${formatNumber(count)} (${formatSignedNumber(points)})`);

const columns: DataTableColumn<BehaviourReportRow>[] = [
  {
    id: 'name',
    header: t`Student`,
    sortable: true,
    cell: (row) => (
      <Box>
        <AppLink to={`/dashboard/students/${row.id}`} fontWeight="600">
          {row.name}
        </AppLink>
        <Text fontSize="sm" color="fg.muted">
          {row.admissionNumber}
        </Text>
      </Box>
    ),
  },
  { id: 'class_name', header: t`Class`, sortable: true, cell: ({ className }) => className },
  { id: 'merits', header: t`Merits`, sortable: true, align: 'end', cell: (row) => withPoints(row.merits, row.meritPoints) },
  { id: 'incidents', header: t`Incidents`, sortable: true, align: 'end', cell: (row) => withPoints(row.incidents, -row.incidentPoints) },
  { id: 'balance', header: t`Points`, sortable: true, align: 'end', cell: ({ balance }) => formatSignedNumber(balance) },
  { id: 'last_on', header: t`Most recent`, sortable: true, noWrap: true, cell: ({ lastOn }) => formatDate(lastOn) },
];

/** For the class teacher: who was praised, who was in trouble, and how often, in a period. */
export function ReportPage() {
  const now = today();
  const [from, setFrom] = useState(addDays(now, -usualDays));
  const [to, setTo] = useState(now);
  const [classId, setClassId] = useState('');
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const className = classes?.find(({ id }) => id === classId)?.name ?? '';
  const choice = { from, to, classId };
  return (
    <ListScreen
      title={t`Behaviour report`}
      description={t`Merits, incidents and points by student. Withdrawn entries do not count.`}
      columns={columns}
      sort={{ column: 'balance', descending: false }}
      keyOf={(filter) => behaviourKeys.report({ ...filter, ...choice })}
      query={(db, filter) => listBehaviourReport(db, { ...filter, ...choice })}
      filterKey={classId}
      rowLabel={({ name }) => name}
      empty={{ title: t`Nothing recorded in this period`, text: t`Choose a longer period, or record the first merit.` }}
      export={{
        name: [t`Behaviour report`, className, from, to].filter(Boolean).join(' '),
        columns: [
          { title: t`Student`, value: (row) => row.name },
          { title: t`Admission number`, value: (row) => row.admissionNumber },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Merits`, value: (row) => row.merits },
          { title: t`Merit points`, value: (row) => row.meritPoints },
          { title: t`Incidents`, value: (row) => row.incidents },
          { title: t`Incident points`, value: (row) => row.incidentPoints },
          { title: t`Points`, value: (row) => row.balance },
          { title: t`Most recent`, value: (row) => row.lastOn, as: 'day' },
        ],
      }}
      intro={<BehaviourNav current="/report" />}
      filters={
        <>
          <FilterSelect
            label={t`Class`}
            options={[{ value: '', label: t`All classes` }, ...(classes ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
            value={classId}
            onValueChange={setClassId}
          />
          <FilterDate label={t`From`} max={to} value={from} onValueChange={(chosen) => setFrom(chosen || from)} />
          <FilterDate label={t`To`} min={from} max={now} value={to} onValueChange={(chosen) => setTo(chosen || now)} />
        </>
      }
    />
  );
}
