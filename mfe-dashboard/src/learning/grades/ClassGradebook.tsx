import { useMemo, useState } from 'react';
import { useQuery } from '@masomo/data';
import { getGradebook, gradebookKeys, type Assessment, type Gradebook, type GradebookId } from '@masomo/data/learning/gradebook';
import { csvLine } from '@masomo/domain/csv';
import { cbcLevelOf } from '@masomo/domain/gradebook';
import { saveCsv } from '@masomo/documents/saveFile';
import { Button, EmptyState, ErrorState, HStack, SkeletonText, Text } from '@masomo/design-system';
import { AssessmentDialog } from './AssessmentDialog.tsx';
import { GradebookTable } from './GradebookTable.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { percentOf } from './percentOf.ts';
import { useGradebookEditing } from './useGradebookEditing.ts';

/** Skips SWR's deep comparison: comparing a thousand marks is slower than rendering rows that did not change. */
const compareByIdentity = { compare: Object.is };

export function ClassGradebook({ gradebookId, title }: { gradebookId: GradebookId; title: string }) {
  const {
    data: gradebook,
    error,
    reload,
    setData: put,
  } = useQuery(gradebookKeys.book(gradebookId), (db) => getGradebook(db, gradebookId), compareByIdentity);
  if (error && !gradebook) return <ErrorState error={error} onRetry={reload} />;
  if (!gradebook) return <SkeletonText noOfLines={10} gap="4" />;
  if (gradebook.rows.length === 0)
    return <EmptyState title="No students in this class">Students appear here once they are placed in it.</EmptyState>;
  return <EditableGradebook {...{ gradebook, reload, put, gradebookId, title }} />;
}

type EditableGradebookProps = {
  gradebook: Gradebook;
  reload: () => Promise<unknown>;
  put: (gradebook: Gradebook) => Promise<unknown>;
  gradebookId: GradebookId;
  title: string;
};

function EditableGradebook({ gradebook, reload, put, gradebookId, title }: EditableGradebookProps) {
  const editing = useGradebookEditing(gradebook, { put, reload });
  const { read } = editing;
  const [edited, setEdited] = useState<Assessment | 'new'>();
  const [assessments, archived] = useMemo(
    () => [gradebook.assessments.filter(({ isArchived }) => !isArchived), gradebook.assessments.filter(({ isArchived }) => isArchived)],
    [gradebook.assessments],
  );
  // Saving a mark does not re-render the toolbar.
  const toolbar = useMemo(
    () => (
      <HStack mb="4" gap="3" wrap="wrap">
        <Button size="sm" onClick={() => setEdited('new')}>
          Add assessment
        </Button>
        <Button size="sm" variant="outline" onClick={() => download(read(), assessments, title)}>
          Download CSV
        </Button>
        {archived.length > 0 && (
          <Text fontSize="sm" color="fg.muted">
            Archived:
          </Text>
        )}
        {archived.map((assessment) => (
          <Button key={assessment.id} size="xs" variant="ghost" onClick={() => setEdited(assessment)}>
            {assessment.name}
          </Button>
        ))}
      </HStack>
    ),
    [read, assessments, archived, title],
  );
  return (
    <>
      {toolbar}
      {assessments.length === 0 ? (
        <EmptyState title="No assessments yet">Add the first one, or mark an assignment: it becomes a column.</EmptyState>
      ) : (
        <>
          <GradebookTable
            gradebook={gradebook}
            assessments={assessments}
            cellDrafts={editing.cellDrafts}
            write={editing.write}
            onEdit={setEdited}
          />
          <SaveStatus gradebook={gradebook} assessments={assessments} editing={editing} />
        </>
      )}
      {edited && (
        <AssessmentDialog
          gradebookId={gradebookId}
          assessment={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function download(gradebook: Gradebook, assessments: readonly Assessment[], title: string) {
  const lines = gradebook.rows.map((row) => {
    const percent = percentOf(gradebook.scores[row.studentId], assessments);
    return csvLine([
      row.admissionNumber,
      row.student,
      ...assessments.map(({ id }) => gradebook.scores[row.studentId]?.[id] ?? ''),
      percent ?? '',
      percent === null ? '' : cbcLevelOf(percent).code,
    ]);
  });
  saveCsv(`${title}.csv`, [
    csvLine(['Admission number', 'Student', ...assessments.map(({ name, maxScore }) => `${name} (${maxScore})`), 'Average %', 'Level']),
    ...lines,
  ]);
}
