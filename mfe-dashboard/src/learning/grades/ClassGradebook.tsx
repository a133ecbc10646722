import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@masomo/data';
import {
  getGradebook,
  getGradebookRevision,
  gradebookSchema,
  gradebookKeys,
  type Assessment,
  type Gradebook,
  type GradebookId,
} from '@masomo/data/learning/gradebook';
import { Box, Button, EmptyState, ErrorState, HStack, SkeletonText, Text } from '@masomo/design-system';
import { formatDateTime } from '@masomo/domain/time';
import { ExportButtons } from '@masomo/remote/ExportButtons';
import { networkFirst } from '@masomo/remote/offline/networkFirst';
import { AssessmentDialog } from './AssessmentDialog.tsx';
import { GradebookTable } from './GradebookTable.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { ScoreConflicts } from './ScoreConflicts.tsx';
import type { CellDrafts } from './editing/cellDrafts.ts';
import { exportedMarks, markedRows } from './exportedMarks.ts';
import { scoreOutbox } from './editing/scoreOutbox.ts';
import { useGradebookEditing } from './editing/useGradebookEditing.ts';

/** Skips SWR's deep comparison: comparing a thousand marks is slower than rendering rows that did not change. */
const compareByIdentity = { compare: Object.is };

type ClassGradebookProps = { owner: string; gradebookId: GradebookId; title: string; cellDrafts: CellDrafts };

export function ClassGradebook({ owner, gradebookId, title, cellDrafts }: ClassGradebookProps) {
  const {
    data: book,
    error,
    reload,
    setData,
  } = useQuery(
    gradebookKeys.book(gradebookId),
    (db) =>
      networkFirst({
        owner,
        key: `gradebook ${gradebookId.classId} ${gradebookId.subjectId} ${gradebookId.termId}`,
        schema: gradebookSchema,
        read: () => getGradebook(db, gradebookId),
      }),
    compareByIdentity,
  );
  const gradebook = book?.data;
  useReloadOnChange(gradebookId, reload);
  // What another tab has sent is read before it leaves the outbox.
  useEffect(() => {
    return scoreOutbox.onDelivered(reload);
  }, [reload]);
  const put = useCallback((data: Gradebook) => setData({ data, cachedAt: null }), [setData]);
  if (error && !gradebook) return <ErrorState error={error} onRetry={reload} />;
  if (!gradebook) return <SkeletonText noOfLines={10} gap="4" />;
  if (gradebook.rows.length === 0)
    return (
      <EmptyState title={t`No students in this class`}>
        <Trans>Students appear here once they join this class.</Trans>
      </EmptyState>
    );
  return (
    <>
      {book?.cachedAt && (
        <Text mb="3" fontSize="sm" color="fg.muted">
          <Trans>No connection. These are the marks as of {formatDateTime(book.cachedAt)}; you can keep typing.</Trans>
        </Text>
      )}
      <EditableGradebook {...{ owner, gradebook, put, gradebookId, title, cellDrafts }} />
    </>
  );
}

/** Reads the gradebook again when it was written elsewhere; its revision says whether what was written in the class is of this subject and term. */
function useReloadOnChange(gradebookId: GradebookId, reload: () => Promise<unknown>) {
  const { data: revision } = useQuery(gradebookKeys.revision(gradebookId), (db) => getGradebookRevision(db, gradebookId), {
    live: [`grades:${gradebookId.classId}`, `assessments:${gradebookId.classId}`],
  });
  const known = useRef(revision);
  useEffect(() => {
    if (known.current !== undefined && known.current !== revision) void reload();
    known.current = revision;
  }, [revision, reload]);
}

type EditableGradebookProps = ClassGradebookProps & { gradebook: Gradebook; put: (gradebook: Gradebook) => Promise<unknown> };

function EditableGradebook({ owner, gradebook, put, gradebookId, title, cellDrafts }: EditableGradebookProps) {
  const editing = useGradebookEditing(gradebook, put, cellDrafts);
  const table = useRef<HTMLDivElement>(null);
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
          <Trans>Add assessment</Trans>
        </Button>
        <ExportButtons of={exportedMarks(title, gradebook.scale, assessments)} rows={() => markedRows(read())} />
        {archived.length > 0 && (
          <Text fontSize="sm" color="fg.muted">
            <Trans>Archived:</Trans>
          </Text>
        )}
        {archived.map((assessment) => (
          <Button key={assessment.id} size="xs" variant="ghost" onClick={() => setEdited(assessment)}>
            {assessment.name}
          </Button>
        ))}
      </HStack>
    ),
    [read, assessments, archived, title, gradebook.scale],
  );
  return (
    <>
      {toolbar}
      {assessments.length === 0 ? (
        <EmptyState title={t`No assessments yet`}>
          <Trans>Add the first one, or mark an assignment and it becomes a column.</Trans>
        </EmptyState>
      ) : (
        <>
          <SaveStatus owner={owner} cellDrafts={cellDrafts} onShowNext={() => focusNextProblem(table.current)} />
          <ScoreConflicts gradebook={gradebook} cellDrafts={cellDrafts} write={editing.write} />
          <Box ref={table}>
            <GradebookTable
              gradebook={gradebook}
              assessments={assessments}
              cellDrafts={cellDrafts}
              write={editing.write}
              onEdit={setEdited}
            />
          </Box>
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

function focusNextProblem(table: HTMLElement | null) {
  const cells = [...(table?.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]') ?? [])];
  const lastVisited = cells.findIndex((cell) => cell.dataset['visited'] !== undefined);
  for (const cell of cells) delete cell.dataset['visited'];
  const next = cells[(lastVisited + 1) % cells.length];
  if (!next) return;
  next.dataset['visited'] = '';
  next.focus();
}
