import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import {
  archiveRecord,
  listRecords,
  recordKinds,
  recordKeys,
  type RecordKind,
  type StudentRecord,
} from '@masomo/data/people/studentRecords';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, SegmentedToggle, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ActionMenu, type DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import { recordKindLabels, recordReaderLabels } from '../../shared/recordLabels.ts';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';

const archiveOptions = [
  { value: 'current', label: t`Current` },
  { value: 'archived', label: t`Archived` },
] as const;
const kindOptions = [{ value: 'all', label: t`All kinds` }, ...recordKinds.map((kind) => ({ value: kind, label: recordKindLabels[kind] }))];

export function RecordsPage() {
  const { user } = useSession();
  const [openRecord, setOpenRecord] = useState<'new' | StudentRecord | undefined>(useHasNewParam() ? 'new' : undefined);
  const [kind, setKind] = useState<RecordKind | 'all'>('all');
  const [archiveFilter, setArchiveFilter] = useState<'current' | 'archived'>('current');
  const isArchived = archiveFilter === 'archived';
  const archive = useCommand(archiveRecord, {
    invalidates: ['records', 'overview'],
    onError: (error) => toaster.error(failureMessage(error, t`The record was not changed`)),
  });
  const columns: DataTableColumn<StudentRecord>[] = [
    {
      id: 'student',
      header: t`Student`,
      cell: (record) => (
        <AppLink to={`/dashboard/students/${record.studentId}`} fontWeight="600">
          {record.student}
        </AppLink>
      ),
    },
    { id: 'kind', header: t`Kind`, sortable: true, cell: (record) => <Badge>{recordKindLabels[record.kind]}</Badge> },
    {
      id: 'summary',
      header: t`Record`,
      cell: (record) => (
        <Box maxW="48ch">
          <Text>{record.summary}</Text>
          {record.details && (
            <Text fontSize="sm" color="fg.muted" lineClamp={2}>
              {record.details}
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'visible_to', header: t`Visible to`, cell: (record) => recordReaderLabels[record.visibleTo] },
    { id: 'happened_on', header: t`Date`, sortable: true, noWrap: true, cell: (record) => formatDate(record.happenedOn) },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (record) => (
        <ActionMenu
          label={t`Actions for ${record.summary}`}
          actions={[
            !isArchived && { label: t`Edit`, name: t`Edit ${record.summary}`, onSelect: () => setOpenRecord(record) },
            {
              label: isArchived ? t`Restore` : t`Archive`,
              name: isArchived ? t`Restore ${record.summary}` : t`Archive ${record.summary}`,
              isDisabled: archive.isRunning,
              onSelect: () => void archive.run({ id: record.id, isArchived: !isArchived }),
            },
          ]}
        />
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Records`}
      description={t`Student behaviour, health, visits and contacts. Each record shows who can see it.`}
      search={t`Search records`}
      columns={columns}
      sort={{ column: 'happened_on', descending: true }}
      filterKey={kind === 'all' && !isArchived ? '' : `${kind} ${archiveFilter}`}
      keyOf={(filter) => recordKeys.records({ ...filter, kind, isArchived })}
      query={(db, filter) => listRecords(db, { ...filter, kind, isArchived })}
      empty={{ title: t`No records yet`, text: t`Add the first record about a student.` }}
      filters={
        <>
          <FilterSelect
            label={t`Kind`}
            options={kindOptions}
            value={kind}
            onValueChange={(chosen) => setKind(recordKinds.find((known) => known === chosen) ?? 'all')}
          />
          <SegmentedToggle label={t`Show`} options={archiveOptions} value={archiveFilter} onChange={setArchiveFilter} />
        </>
      }
      export={{
        name: t`Records`,
        columns: [
          { title: t`Student`, value: (record) => record.student },
          { title: t`Kind`, value: (record) => recordKindLabels[record.kind] },
          { title: t`Date`, value: (record) => record.happenedOn, as: 'day' },
          { title: t`Record`, value: (record) => record.summary },
          { title: t`Details`, value: (record) => record.details },
          { title: t`Visible to`, value: (record) => recordReaderLabels[record.visibleTo] },
        ],
      }}
      actions={
        user?.schoolId ? (
          <Button size="sm" onClick={() => setOpenRecord('new')}>
            <Trans>Add record</Trans>
          </Button>
        ) : null
      }
    >
      {openRecord && user?.schoolId && (
        <RecordDialog
          schoolId={user.schoolId}
          {...(openRecord === 'new' ? {} : { record: openRecord })}
          onClose={() => setOpenRecord(undefined)}
        />
      )}
    </ListScreen>
  );
}
