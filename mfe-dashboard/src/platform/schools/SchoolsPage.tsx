import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { listSchools, schoolKeys, setSchoolActive, type School } from '@masomo/data/platform/schools';
import { schoolKinds, type SchoolKind } from '@masomo/domain/schoolKinds';
import { AppLink, Badge, Button, HStack, SegmentedToggle, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';
import { schoolKindLabels } from '../shared/labels.ts';
import { OpenSchoolDialog } from './OpenSchoolDialog.tsx';
import { SchoolDialog } from './SchoolDialog.tsx';

const archiveOptions = [
  { value: 'active', label: t`Active` },
  { value: 'archived', label: t`Archived` },
] as const;
const kindOptions = [
  { value: '', label: t`All kinds` },
  ...schoolKinds.map((value) => ({ value, label: schoolKindLabels[value] ?? value })),
];

export function SchoolsPage() {
  const [edited, setEdited] = useState<School>();
  const [isOpening, setIsOpening] = useState(useHasNewParam());
  const [archiveFilter, setArchiveFilter] = useState<'active' | 'archived'>('active');
  const [kind, setKind] = useState<SchoolKind | ''>('');
  const filters = { kind, isActive: archiveFilter === 'active' };
  const navigate = useNavigate();
  const [toArchive, setToArchive] = useState<School>();
  const archive = useCommand(setSchoolActive, {
    invalidates: ['schools'],
    onSuccess: () => setToArchive(undefined),
    onError: (error) => toaster.error(failureMessage(error, t`The school was not changed`)),
  });
  const columns: DataTableColumn<School>[] = [
    {
      id: 'name',
      header: t`School`,
      sortable: true,
      cell: (school) => (
        <AppLink to={`/dashboard/schools/${school.id}`} fontWeight="600">
          {school.name}
        </AppLink>
      ),
    },
    { id: 'kind', header: t`Kind`, sortable: true, cell: (school) => schoolKindLabels[school.kind] ?? school.kind },
    { id: 'city', header: t`Town`, sortable: true, cell: (school) => school.city || t`Not given` },
    { id: 'email', header: t`Email`, cell: (school) => school.email || t`Not given` },
    {
      id: 'status',
      header: t`Status`,
      cell: (school) => <Badge colorPalette={school.isActive ? 'green' : 'gray'}>{school.isActive ? t`Active` : t`Archived`}</Badge>,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (school) => (
        <HStack justify="flex-end" gap="1">
          <Button size="xs" variant="outline" aria-label={t`Edit ${school.name}`} onClick={() => setEdited(school)}>
            <Trans>Edit</Trans>
          </Button>
          {school.isActive ? (
            <Button size="xs" variant="ghost" aria-label={t`Archive ${school.name}`} onClick={() => setToArchive(school)}>
              <Trans>Archive</Trans>
            </Button>
          ) : (
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Restore ${school.name}`}
              disabled={archive.isRunning}
              onClick={() => void archive.run({ id: school.id, isActive: true })}
            >
              <Trans>Restore</Trans>
            </Button>
          )}
        </HStack>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Schools`}
      description={t`Schools on the platform.`}
      search={t`Search schools`}
      columns={columns}
      sort={{ column: 'name', descending: false }}
      export={{
        name: t`Schools`,
        columns: [
          { title: t`Name`, value: (row) => row.name },
          { title: t`Kind`, value: (row) => schoolKindLabels[row.kind] ?? row.kind },
          { title: t`Town`, value: (row) => row.city },
          { title: t`Email`, value: (row) => row.email },
          { title: t`Phone`, value: (row) => row.phone },
          { title: t`Active`, value: (row) => row.isActive },
        ],
      }}
      rowLabel={(school) => school.name}
      onOpen={(school) => navigate(`/dashboard/schools/${school.id}`)}
      keyOf={(filter) => schoolKeys.list({ ...filter, ...filters })}
      query={(db, filter) => listSchools(db, { ...filter, ...filters })}
      filterKey={`${archiveFilter} ${kind}`}
      isFiltered={kind !== ''}
      empty={
        filters.isActive
          ? { title: t`No schools yet`, text: t`Add the first school to get started.` }
          : { title: t`Nothing archived`, text: t`Archived schools are kept here with their data.` }
      }
      filters={
        <>
          <FilterSelect
            label={t`Kind`}
            options={kindOptions}
            value={kind}
            onValueChange={(chosen) => setKind(schoolKinds.find((known) => known === chosen) ?? '')}
          />
          <SegmentedToggle label={t`Show`} options={archiveOptions} value={archiveFilter} onChange={setArchiveFilter} />
        </>
      }
      actions={
        <Button size="sm" onClick={() => setIsOpening(true)}>
          <Trans>Add school</Trans>
        </Button>
      }
    >
      {isOpening && <OpenSchoolDialog onClose={() => setIsOpening(false)} onOpened={(id) => navigate(`/dashboard/schools/${id}`)} />}
      {edited && <SchoolDialog school={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={toArchive !== undefined}
        title={t`Archive ${toArchive?.name ?? ''}?`}
        body={t`Nobody at the school can sign in while it is archived. Its data is kept.`}
        confirmLabel={t`Archive`}
        tone="danger"
        isBusy={archive.isRunning}
        onConfirm={() => toArchive && void archive.run({ id: toArchive.id, isActive: false })}
        onClose={() => setToArchive(undefined)}
      />
    </ListScreen>
  );
}
