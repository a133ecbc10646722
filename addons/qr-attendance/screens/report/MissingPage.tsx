import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { gateKeys, getGateRoster, listMissingStudents, type MissingStudent } from '../../data/qrAttendance.ts';
import { today } from '@masomo/remote/schoolDay';
import { AppLink, Badge, ButtonLink, EmptyState, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FilterDate } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { GateNav } from '../shared/GateNav.tsx';
import { gateHome } from '../shared/gateHome.ts';

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

const everyone = { staff: false };

/** Students who did not come through the gate on a day, beside what their register says. */
export function MissingPage() {
  const lastDay = today();
  const [day, setDay] = useState(lastDay);
  // Without a card nobody can be seen, and the list would name the whole school.
  const { data: cards } = useQuery(gateKeys.roster(everyone), (db) => getGateRoster(db, everyone));
  const canIssue = useIsAllowed('student:write');
  if (cards?.length === 0)
    return (
      <>
        <PageHeader title={t`Not seen`} description={t`Students who were not scanned on their way in.`} />
        <GateNav current="/missing" />
        <EmptyState title={t`No cards issued yet`} action={canIssue && <ButtonLink to={`${gateHome}/cards`}>{t`Issue cards`}</ButtonLink>}>
          <Trans>Once students have cards, this list shows who was not scanned on the way in.</Trans>
        </EmptyState>
      </>
    );
  return (
    <ListScreen
      title={t`Not seen`}
      description={t`Students who were not scanned on their way in.`}
      intro={<GateNav current="/missing" />}
      filters={<FilterDate label={t`Date`} max={lastDay} value={day} onValueChange={(chosen) => setDay(chosen || lastDay)} />}
      filterKey={day}
      isFiltered={false}
      columns={columns}
      sort={{ column: 'class_name', descending: false }}
      pageSize={25}
      export={{
        name: `${t`Not seen`} ${day}`,
        columns: [
          { title: t`Student`, value: (row) => row.name },
          { title: t`Admission number`, value: (row) => row.admissionNumber },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Register`, value: (row) => (row.status ? statusLabels[row.status] : t`Not taken yet`) },
        ],
      }}
      keyOf={(filter) => gateKeys.missing({ ...filter, day })}
      query={(db, filter) => listMissingStudents(db, { ...filter, day })}
      rowLabel={({ name }) => name}
      empty={{ title: t`Everyone was seen`, text: t`Every student came through the gate on this day.` }}
    />
  );
}
