import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { listSchools, schoolKeys, schoolKinds, setSchoolActive, type School, type SchoolKind } from '@masomo/data/platform/schools';
import { AppLink, Badge, Box, Button, HStack, SegmentedToggle, Text } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '../../shared/lists/ListScreen.tsx';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';
import { OpenSchoolDialog } from './OpenSchoolDialog.tsx';
import { SchoolDialog } from './SchoolDialog.tsx';

const archiveOptions = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const;
const kindOptions = [
  { value: '', label: 'Every kind' },
  ...schoolKinds.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` })),
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
    onError: (error) => toaster.error({ title: 'The school was not changed', description: error.userMessage }),
  });
  const columns: DataTableColumn<School>[] = [
    {
      id: 'name',
      header: 'School',
      sortable: true,
      cell: (school) => (
        <AppLink to={`/dashboard/schools/${school.id}`} fontWeight="600">
          {school.name}
        </AppLink>
      ),
    },
    { id: 'kind', header: 'Kind', sortable: true, cell: (school) => <Text textTransform="capitalize">{school.kind}</Text> },
    { id: 'city', header: 'Town', sortable: true, cell: (school) => school.city || 'Not given' },
    { id: 'email', header: 'Email', cell: (school) => school.email || 'Not given' },
    {
      id: 'status',
      header: 'Status',
      cell: (school) => <Badge colorPalette={school.isActive ? 'green' : 'gray'}>{school.isActive ? 'Active' : 'Archived'}</Badge>,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (school) => (
        <HStack justify="flex-end" gap="1">
          <Button size="xs" variant="outline" aria-label={`Edit ${school.name}`} onClick={() => setEdited(school)}>
            Edit
          </Button>
          {school.isActive ? (
            <Button size="xs" variant="ghost" aria-label={`Archive ${school.name}`} onClick={() => setToArchive(school)}>
              Archive
            </Button>
          ) : (
            <Button
              size="xs"
              variant="ghost"
              aria-label={`Restore ${school.name}`}
              disabled={archive.isRunning}
              onClick={() => void archive.run({ id: school.id, isActive: true })}
            >
              Restore
            </Button>
          )}
        </HStack>
      ),
    },
  ];
  return (
    <ListScreen
      title="Schools"
      description="Schools on the platform."
      search="schools"
      columns={columns}
      sort={{ column: 'name', descending: false }}
      csv={{
        fileName: 'schools',
        header: ['Name', 'Kind', 'Town', 'Email', 'Phone', 'Active'],
        cells: (row) => [row.name, row.kind, row.city, row.email, row.phone, row.isActive],
      }}
      rowLabel={(school) => school.name}
      onOpen={(school) => navigate(`/dashboard/schools/${school.id}`)}
      keyOf={(filter) => schoolKeys.list({ ...filter, ...filters })}
      query={(db, filter) => listSchools(db, { ...filter, ...filters })}
      filterKey={`${archiveFilter} ${kind}`}
      isFiltered={kind !== ''}
      empty={
        filters.isActive
          ? { title: 'No schools yet', text: 'Add the first school to start.' }
          : { title: 'Nothing archived', text: 'A school that is archived is kept here with its data.' }
      }
      filters={
        <>
          <Box w="40">
            <SelectField
              label="Kind"
              options={kindOptions}
              value={kind}
              onChange={(event) => setKind(schoolKinds.find((known) => known === event.currentTarget.value) ?? '')}
            />
          </Box>
          <SegmentedToggle label="Show" options={archiveOptions} value={archiveFilter} onChange={setArchiveFilter} />
        </>
      }
      actions={
        <Button size="sm" onClick={() => setIsOpening(true)}>
          Add school
        </Button>
      }
    >
      {isOpening && <OpenSchoolDialog onClose={() => setIsOpening(false)} onOpened={(id) => navigate(`/dashboard/schools/${id}`)} />}
      {edited && <SchoolDialog school={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={toArchive !== undefined}
        title={`Archive ${toArchive?.name ?? ''}?`}
        body="Nobody of the school can use the product while it is archived. Its data stays."
        confirmLabel="Archive"
        tone="danger"
        isBusy={archive.isRunning}
        onConfirm={() => toArchive && void archive.run({ id: toArchive.id, isActive: false })}
        onClose={() => setToArchive(undefined)}
      />
    </ListScreen>
  );
}
