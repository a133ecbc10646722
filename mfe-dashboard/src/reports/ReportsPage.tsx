import { listGrades, teachingKeys, type Grade } from '@masomo/data/teaching';
import { Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';

const columns: DataTableColumn<Grade>[] = [
  { id: 'student', header: 'Student', cell: (grade) => <Text fontWeight="600">{grade.student}</Text> },
  { id: 'class', header: 'Class', cell: (grade) => grade.className },
  { id: 'subject', header: 'Subject', cell: (grade) => grade.subject },
  { id: 'term', header: 'Term', cell: (grade) => grade.term },
  { id: 'assessment', header: 'Assessment', sortable: true, cell: (grade) => grade.assessment },
  { id: 'score', header: 'Result', sortable: true, align: 'end', cell: (grade) => `${Math.round((grade.score / grade.maxScore) * 100)}%` },
];

/** Results of the school, to read and to take along. */
export function ReportsPage() {
  return (
    <ListScreen
      title="Reports" description="Results by student, subject and term." search="students" columns={columns} sort={{ column: 'updated_at', descending: true }}
      csv={{
        fileName: 'results', header: ['Student', 'Class', 'Subject', 'Term', 'Assessment', 'Score', 'Out of'],
        cells: (row) => [row.student, row.className, row.subject, row.term, row.assessment, row.score, row.maxScore],
      }}
      keyOf={teachingKeys.grades} query={listGrades} empty={{ title: 'No results yet', text: 'Results appear here once marks are given.' }}
    />
  );
}
