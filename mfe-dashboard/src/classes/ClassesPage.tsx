import { listClasses, peopleKeys, type SchoolClass } from '@masomo/data/people';
import { Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';

const columns: DataTableColumn<SchoolClass>[] = [
  { id: 'name', header: 'Class', sortable: true, cell: (row) => <Text fontWeight="600">{row.name}</Text> },
  { id: 'level', header: 'Level', sortable: true, cell: (row) => row.level },
  { id: 'teacher', header: 'Class teacher', cell: (row) => row.teacher || 'None' },
  { id: 'room', header: 'Room', cell: (row) => row.room || 'None' },
];

/** The classes somebody may see. */
export function ClassesPage() {
  return (
    <ListScreen
      title="Classes" description="Classes, their rooms and their class teachers." search="classes" columns={columns} sort={{ column: 'name', descending: false }}
      keyOf={peopleKeys.classes} query={listClasses} empty={{ title: 'No classes yet', text: 'Classes appear here once the school has set them up.' }}
    />
  );
}
