import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Text } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { listBoarders, readerKeys, type Boarder } from '../../data/readers.ts';
import { ReadersNav } from '../shared/ReadersNav.tsx';

/** Boarders by what a reader saw of them last. */
export function CompoundPage() {
  const [where, setWhere] = useState('in');
  const isIn = where === 'in';
  const columns: DataTableColumn<Boarder>[] = [
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
      id: 'seen_at',
      header: isIn ? t`Last seen` : t`Left`,
      sortable: true,
      cell: ({ seenAt }) => (seenAt ? formatDateTime(seenAt) : <Text color="fg.muted">{t`Never seen`}</Text>),
    },
  ];
  return (
    <ListScreen
      title={t`On the compound`}
      description={t`Boarders, by what a reader or a scan at the gate saw of them last.`}
      intro={<ReadersNav current="/compound" />}
      filters={
        <FilterSelect
          label={t`Boarders`}
          isRequired
          options={[
            { value: 'in', label: t`On the compound` },
            { value: 'out', label: t`Not on the compound` },
          ]}
          value={where}
          onValueChange={setWhere}
        />
      }
      filterKey={where}
      isFiltered={false}
      export={{
        name: isIn ? t`On the compound` : t`Not on the compound`,
        columns: [
          { title: t`Student`, value: (row) => row.name },
          { title: t`Admission number`, value: (row) => row.admissionNumber },
          { title: t`Class`, value: (row) => row.className },
        ],
      }}
      columns={columns}
      sort={{ column: 'name', descending: false }}
      pageSize={25}
      live={['reader_numbers', 'students']}
      keyOf={(filter) => readerKeys.compound({ ...filter, isIn })}
      query={(db, filter) => listBoarders(db, { ...filter, isIn })}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      empty={
        isIn
          ? {
              title: t`No boarder is on the compound`,
              text: t`Boarders with a number appear here once a reader sees them. Who boards is set in the list of students.`,
            }
          : { title: t`Every boarder is on the compound`, text: t`Boarders who left, or were never seen, appear here.` }
      }
    />
  );
}
