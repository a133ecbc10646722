import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { listSchools, schoolKeys, setSchoolActive, type School } from '@masomo/data/schools';
import { AppLink, Badge, Button, HStack, Text } from '@masomo/design-system';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '../shared/ListScreen.tsx';
import { useAskedNew } from '../shared/useAskedNew.ts';
import { OpenSchoolDialog } from './OpenSchoolDialog.tsx';
import { SchoolDialog } from './SchoolDialog.tsx';

/** Every school of the platform: find, add, change, archive. */
export function SchoolsPage() {
  const [edited, setEdited] = useState<School>();
  const [isOpening, setIsOpening] = useState(useAskedNew());
  const navigate = useNavigate();
  const [toArchive, setToArchive] = useState<School>();
  const archive = useCommand(setSchoolActive, {
    invalidates: ['schools'], onSuccess: () => setToArchive(undefined),
    onError: (error) => toaster.error({ title: 'The school was not changed', description: error.message }),
  });
  const columns: DataTableColumn<School>[] = [
    { id: 'name', header: 'School', sortable: true, cell: (school) => <AppLink to={`/dashboard/schools/${school.id}`} fontWeight="600">{school.name}</AppLink> },
    { id: 'kind', header: 'Kind', sortable: true, cell: (school) => <Text textTransform="capitalize">{school.kind}</Text> },
    { id: 'city', header: 'Town', sortable: true, cell: (school) => school.city || 'Not given' },
    { id: 'email', header: 'Email', cell: (school) => school.email || 'Not given' },
    { id: 'status', header: 'Status', cell: (school) => <Badge colorPalette={school.isActive ? 'green' : 'gray'}>{school.isActive ? 'Active' : 'Archived'}</Badge> },
    {
      id: 'actions', header: '', align: 'end',
      cell: (school) => (
        <HStack justify="flex-end" gap="1">
          <Button size="xs" variant="outline" aria-label={`Edit ${school.name}`} onClick={() => setEdited(school)}>Edit</Button>
          {school.isActive
            ? <Button size="xs" variant="ghost" aria-label={`Archive ${school.name}`} onClick={() => setToArchive(school)}>Archive</Button>
            : <Button size="xs" variant="ghost" aria-label={`Restore ${school.name}`} disabled={archive.isRunning} onClick={() => void archive.run({ id: school.id, isActive: true })}>Restore</Button>}
        </HStack>
      ),
    },
  ];
  return (
    <ListScreen
      title="Schools" description="Schools on the platform." search="schools" columns={columns} sort={{ column: 'name', descending: false }}
      csv={{ fileName: 'schools', header: ['Name', 'Kind', 'Town', 'Email', 'Phone', 'Active'], cells: (row) => [row.name, row.kind, row.city, row.email, row.phone, row.isActive] }}
      rowLabel={(school) => school.name} onOpen={(school) => navigate(`/dashboard/schools/${school.id}`)}
      keyOf={schoolKeys.list} query={listSchools} empty={{ title: 'No schools yet', text: 'Add the first school to start.' }}
      actions={<Button size="sm" onClick={() => setIsOpening(true)}>Add school</Button>}
    >
      {isOpening && <OpenSchoolDialog onClose={() => setIsOpening(false)} onOpened={(id) => navigate(`/dashboard/schools/${id}`)} />}
      {edited && <SchoolDialog school={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={toArchive !== undefined} title={`Archive ${toArchive?.name ?? ''}?`} body="Nobody of the school can use the product while it is archived. Its data stays." confirmLabel="Archive" tone="danger"
        isBusy={archive.isRunning} onConfirm={() => toArchive && void archive.run({ id: toArchive.id, isActive: false })} onClose={() => setToArchive(undefined)}
      />
    </ListScreen>
  );
}
