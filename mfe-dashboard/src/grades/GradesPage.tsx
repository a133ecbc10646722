import { listGrades, teachingKeys, type Grade } from '@masomo/data/teaching';
import { Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';

const columns: DataTableColumn<Grade>[] = [
  { id: 'student', header: 'Student', cell: (grade) => <Text fontWeight="600">{grade.student}</Text> },
  { id: 'class', header: 'Class', cell: (grade) => grade.className },
  { id: 'subject', header: 'Subject', cell: (grade) => grade.subject },
  { id: 'assessment', header: 'Assessment', sortable: true, cell: (grade) => `${grade.assessment}${grade.term ? `, ${grade.term}` : ''}` },
  { id: 'score', header: 'Score', sortable: true, align: 'end', cell: (grade) => `${grade.score} / ${grade.maxScore}` },
];

/** Marks of the teacher's classes. */
export function GradesPage() {
  return (
    <ListScreen
      title="Grades" description="Marks of your classes." search="students" columns={columns} sort={{ column: 'updated_at', descending: true }}
      keyOf={teachingKeys.grades} query={listGrades} empty={{ title: 'No marks yet', text: 'Marks appear here once they are given.' }}
    />
  );
}
