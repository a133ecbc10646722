import { useQuery } from '@masomo/data';
import { learnerKeys, listMarks } from '@masomo/data/learners';
import { Table, Text } from '@masomo/design-system';
import { LearnerCard } from './LearnerCard.tsx';

/** The latest marks. */
export function MarksCard({ studentId }: { studentId: string }) {
  const query = useQuery(learnerKeys.marks(studentId), (db) => listMarks(db, studentId));
  return (
    <LearnerCard id="marks" title="Marks" query={query}>
      {(marks) => marks.length === 0 ? <Text color="fg.muted">Marks appear here once teachers give them.</Text> : (
        <Table.ScrollArea maxH="96" tabIndex={0} role="region" aria-label="Marks, scrolls">
          <Table.Root size="sm" aria-labelledby="marks">
            <Table.Header><Table.Row><Table.ColumnHeader>Assessment</Table.ColumnHeader><Table.ColumnHeader>Subject</Table.ColumnHeader><Table.ColumnHeader textAlign="end">Mark</Table.ColumnHeader></Table.Row></Table.Header>
            <Table.Body>
              {marks.map((mark) => (
                <Table.Row key={mark.id}>
                  <Table.Cell><Text fontWeight="550">{mark.assessment}</Text><Text fontSize="sm" color="fg.muted">{mark.term}</Text></Table.Cell>
                  <Table.Cell>{mark.subject}</Table.Cell>
                  <Table.Cell textAlign="end" whiteSpace="nowrap"><Text as="span" fontWeight="600">{mark.score} / {mark.maxScore}</Text><Text fontSize="sm" color="fg.muted">{Math.round((mark.score * 100) / mark.maxScore)}%</Text></Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </Table.ScrollArea>
      )}
    </LearnerCard>
  );
}
