import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listStaff, peopleKeys, type StaffMember } from '@masomo/data/people';
import { getSchool, schoolKeys } from '@masomo/data/schools';
import { Badge, Box, Button, Card, Heading, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { InviteDialog } from '../shared/InviteDialog.tsx';
import { ListScreen } from '../shared/ListScreen.tsx';
import { MembersTable } from '../shared/MembersTable.tsx';

const columns: DataTableColumn<StaffMember>[] = [
  { id: 'last_name', header: 'Name', sortable: true, cell: (person) => <Box><Text fontWeight="600">{person.name}</Text><Text fontSize="sm" color="fg.muted">{person.email}</Text></Box> },
  { id: 'staff_number', header: 'Staff no.', sortable: true, cell: (person) => person.staffNumber },
  { id: 'job_title', header: 'Job', sortable: true, cell: (person) => person.jobTitle },
  { id: 'department', header: 'Department', sortable: true, cell: (person) => person.department || 'None' },
  { id: 'phone', header: 'Phone', cell: (person) => person.phone || 'None' },
  { id: 'status', header: 'Status', cell: (person) => <Badge colorPalette={person.isActive ? 'green' : 'gray'}>{person.isActive ? 'Active' : 'Left'}</Badge> },
];

/** Who works at the administrator's school, and who may sign in to it. */
export function StaffPage() {
  const { user } = useSession();
  const id = user?.schoolId ?? null;
  const { data: school } = useQuery(id ? schoolKeys.one(id) : null, (db) => getSchool(db, id ?? ''));
  const [isInviting, setIsInviting] = useState(false);
  return (
    <ListScreen
      title="Staff" description="Teachers and staff of your school." search="staff" columns={columns} sort={{ column: 'last_name', descending: false }}
      csv={{ fileName: 'staff', header: ['Staff no.', 'Name', 'Job', 'Department', 'Email', 'Phone'], cells: (row) => [row.staffNumber, row.name, row.jobTitle, row.department, row.email, row.phone] }}
      keyOf={peopleKeys.staff} query={listStaff} empty={{ title: 'No staff yet', text: 'People appear here once they are employed.' }}
      actions={<Button size="sm" disabled={!school} onClick={() => setIsInviting(true)}>Invite a person</Button>}
    >
      {school && (
        <Card.Root as="section" aria-labelledby="accounts" mt="8">
          <Card.Header><Heading as="h2" size="md" id="accounts">Accounts</Heading></Card.Header>
          <Card.Body><MembersTable school={school} /></Card.Body>
        </Card.Root>
      )}
      {isInviting && school && <InviteDialog school={school} person={{ role: 'teacher' }} onClose={() => setIsInviting(false)} />}
    </ListScreen>
  );
}
