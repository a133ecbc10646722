import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useIsAllowed } from '@masomo/auth';
import type { Child } from '@masomo/data/platform/familyHome';
import { EmptyState, Heading, HStack, SegmentedToggle, SimpleGrid, Skeleton, Stack, Text } from '@masomo/design-system';
import { LaterCards } from './LaterCards.tsx';
import { inOrder } from '../../../shared/inOrder.ts';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { AssignmentsCard } from './AssignmentsCard.tsx';

// The code of the cards below the first screen comes with them.
const RecordCards = lazyScreen(async () => (await import('./RecordCards.tsx')).RecordCards);
const TermCards = lazyScreen(async () => (await import('./TermCards.tsx')).TermCards);
const ChildField = lazy(async () => ({ default: (await import('./ChildField.tsx')).ChildField }));

type StudentsSectionProps = { students: readonly Child[]; selectedId: string | undefined; onSelect: (id: string) => void };

/** All about one student; parents with several children choose one. */
export function StudentsSection({ students, selectedId, onSelect }: StudentsSectionProps) {
  const canSubmit = useIsAllowed('assignment:submit');
  const student = students.find(({ id }) => id === selectedId) ?? students[0];
  if (!student) {
    return !canSubmit ? (
      <EmptyState title={t`No children yet`}>
        <Trans>Ask the school’s office to add you as a guardian with the email address of this account.</Trans>
      </EmptyState>
    ) : (
      <EmptyState title={t`No student record yet`}>
        <Trans>Ask the school’s office to connect this account with your record.</Trans>
      </EmptyState>
    );
  }
  const title = canSubmit ? t`My school work` : t`All about ${student.name}`;
  return (
    <Stack as="section" gap="4" aria-labelledby="own-student">
      <HStack justify="space-between" wrap="wrap" gap="3">
        <div>
          <Heading as="h2" size="lg" id="own-student">
            {title}
          </Heading>
          <Text color="fg.muted">{student.class ?? t`Not in a class yet`}</Text>
        </div>
        {students.length > 1 && students.length < 4 && (
          <SegmentedToggle
            label={t`Child`}
            options={students.map(({ id, first_name: label }) => ({ value: id, label }))}
            value={student.id}
            onChange={onSelect}
          />
        )}
        {students.length > 3 && (
          <Suspense fallback={<Skeleton h="16" w="48" />}>
            <ChildField students={students} value={student.id} onChoose={onSelect} />
          </Suspense>
        )}
      </HStack>
      <SimpleGrid key={student.id} columns={{ base: 1, lg: 2 }} gap="4" alignItems="start" css={{ lgDown: inOrder }}>
        <Stack gap="4" css={inOrder}>
          <AssignmentsCard studentId={student.id} classId={student.class_id} canSubmit={canSubmit} />
          <LaterCards title={t`Attendance`}>
            <RecordCards student={student} isGuardian={!canSubmit} />
          </LaterCards>
        </Stack>
        <Stack gap="4" css={inOrder}>
          <LaterCards title={student.class_id ? t`Timetable` : t`Marks`}>
            <TermCards student={student} />
          </LaterCards>
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}
