import { Trans } from '@lingui/react/macro';
import type { ClassSubject } from '@masomo/data/learning/teaching';
import type { GradebookId } from '@masomo/data/learning/gradebook';
import type { Term } from '@masomo/data/platform/schools';
import { Alert, Button, HStack } from '@masomo/design-system';
import type { QueuedScore } from './editing/scoreDraft.ts';

/** A subject of a class as it is chosen. */
export type SubjectOption = ClassSubject & { value: string; label: string };

type UnsentElsewhereProps = {
  items: readonly QueuedScore[];
  subjects: readonly SubjectOption[];
  terms: readonly Term[];
  current: GradebookId;
  onChoose: (gradebook: { subject: string; term: string }) => void;
};

/** The other gradebooks in which this person has marks that wait, with how many. */
export function UnsentElsewhere({ items, subjects, terms, current, onChoose }: UnsentElsewhereProps) {
  const counts = Map.groupBy(items, ({ classId, subjectId, termId }) => `${classId} ${subjectId} ${termId}`);
  counts.delete(`${current.classId} ${current.subjectId} ${current.termId}`);
  const elsewhere = [...counts.values()].flatMap(([first, ...others]) => {
    const subject = subjects.find(({ classId, subjectId }) => classId === first?.classId && subjectId === first.subjectId);
    const term = terms.find(({ id }) => id === first?.termId);
    return subject && term ? [{ subject, term, count: 1 + others.length }] : [];
  });
  if (elsewhere.length === 0) return null;
  return (
    <Alert.Root status="warning" mb="4">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          <Trans>Marks in other gradebooks are not saved yet</Trans>
        </Alert.Title>
        <HStack wrap="wrap" gap="2">
          {elsewhere.map(({ subject, term, count }) => (
            <Button
              key={`${subject.value} ${term.id}`}
              size="xs"
              variant="outline"
              onClick={() => onChoose({ subject: subject.value, term: term.id })}
            >
              {subject.label}, {term.name}: {count}
            </Button>
          ))}
        </HStack>
      </Alert.Content>
    </Alert.Root>
  );
}
