import { useState } from 'react';
import { listAssignments, teachingKeys, type Assignment } from '@masomo/data/teaching';
import { AppLink, Box, Button, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';
import { formatDay } from '../shared/days.ts';
import { AssignmentDialog } from './AssignmentDialog.tsx';

const columns: DataTableColumn<Assignment>[] = [
  { id: 'title', header: 'Assignment', sortable: true, cell: (row) => <Box><AppLink to={`/dashboard/assignments/${row.id}`} fontWeight="600">{row.title}</AppLink><Text fontSize="sm" color="fg.muted">{row.subject}</Text></Box> },
  { id: 'class', header: 'Class', cell: (row) => row.className },
  { id: 'due_on', header: 'Due', sortable: true, cell: (row) => formatDay(row.dueOn) },
  { id: 'max_score', header: 'Out of', align: 'end', cell: (row) => row.maxScore },
  { id: 'handed_in', header: 'Handed in', align: 'end', cell: (row) => row.handedIn },
];

/** What a teacher's classes have to do. */
export function AssignmentsPage() {
  const [isSetting, setIsSetting] = useState(false);
  return (
    <ListScreen
      title="Assignments" description="Set work for your classes and see who handed it in." search="assignments" columns={columns} sort={{ column: 'due_on', descending: true }}
      keyOf={teachingKeys.assignments} query={listAssignments} empty={{ title: 'No assignments yet', text: 'Set the first one: the class sees it at once.' }}
      actions={<Button size="sm" onClick={() => setIsSetting(true)}>Set assignment</Button>}
    >
      {isSetting && <AssignmentDialog onClose={() => setIsSetting(false)} />}
    </ListScreen>
  );
}
