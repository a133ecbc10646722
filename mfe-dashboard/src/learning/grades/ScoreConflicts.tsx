import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import type { Gradebook } from '@masomo/data/learning/gradebook';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { SimpleGrid } from '@masomo/design-system';
import { typedAbsence } from '@masomo/domain/marks';
import { ConflictChoice } from '@masomo/remote/ConflictChoice';
import type { GradebookEditing } from './editing/useGradebookEditing.ts';
import { cellKey } from './editing/cellDrafts.ts';
import { markText } from './markText.ts';

type ScoreConflictsProps = Pick<GradebookEditing, 'cellDrafts' | 'write'> & { gradebook: Gradebook };

/** Marks that somebody else has changed since: both marks side by side, until one is chosen. */
export function ScoreConflicts({ gradebook, cellDrafts, write }: ScoreConflictsProps) {
  const drafts = useSyncExternalStore(cellDrafts.subscribe, cellDrafts.all);
  const conflicts = gradebook.rows.flatMap((row) =>
    gradebook.assessments.flatMap((assessment) => {
      const key = cellKey(assessment.id, row.studentId);
      const draft = drafts.get(key);
      return draft?.problem?.kind === 'changed' ? [{ ...row, key, assessment, draft, problem: draft.problem }] : [];
    }),
  );
  if (conflicts.length === 0) return null;
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="3" mb="4" maxH="50vh" overflowY="auto">
      {conflicts.map(({ key, student, studentId, assessment, draft, problem: { by, at } }) => {
        const [own, other] = [markText(typedAbsence(draft.typed)) || draft.typed.trim(), markText(draft.seen)];
        return (
          <ConflictChoice
            key={key}
            title={`${student}, ${assessment.name}`}
            own={{
              value: own || t`No mark`,
              action: own ? t`Use ${own}` : t`Leave it empty`,
              onChoose: () => {
                cellDrafts.set(key, { typed: draft.typed, typedAt: Date.now(), seen: draft.seen });
                write(assessment, [studentId]);
              },
            }}
            other={{
              value: other || t`No mark`,
              by: at ? `${by ?? t`Somebody else`}, ${formatDateTimeWithSeconds(at)}` : t`Somebody else`,
              action: other ? t`Keep ${other}` : t`Leave it empty`,
              onChoose: () => cellDrafts.set(key, undefined),
            }}
          />
        );
      })}
    </SimpleGrid>
  );
}
