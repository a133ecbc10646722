import { listStudents, peopleKeys, type Student } from '@masomo/data/people';
import { Badge, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';
import { formatDay } from '../shared/days.ts';

const columns: DataTableColumn<Student>[] = [
  { id: 'last_name', header: 'Student', sortable: true, cell: (student) => <Text fontWeight="600">{student.name}</Text> },
  { id: 'admission_number', header: 'Admission no.', sortable: true, cell: (student) => student.admissionNumber },
  { id: 'class', header: 'Class', cell: (student) => student.className || 'None' },
  { id: 'status', header: 'Status', sortable: true, cell: (student) => <Badge colorPalette={student.status === 'active' ? 'green' : 'gray'}>{student.status}</Badge> },
  { id: 'admitted_on', header: 'Admitted', sortable: true, cell: (student) => formatDay(student.admittedOn) },
];

/** The students somebody may see: an administrator and staff the school's, a teacher those of their classes. */
export function StudentsPage() {
  return (
    <ListScreen
      title="Students" description="Learners of your school." search="students" columns={columns} sort={{ column: 'last_name', descending: false }}
      csv={{ fileName: 'students', header: ['Admission no.', 'Name', 'Class', 'Status', 'Admitted'], cells: (row) => [row.admissionNumber, row.name, row.className, row.status, row.admittedOn] }}
      keyOf={peopleKeys.students} query={listStudents} empty={{ title: 'No students yet', text: 'Students appear here once they are admitted.' }}
    />
  );
}
