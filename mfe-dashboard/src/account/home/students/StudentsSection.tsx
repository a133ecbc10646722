import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { ownStudentKeys, listOwnStudents } from '@masomo/data/people/studentWork';
import {
  EmptyState,
  ErrorState,
  Heading,
  HStack,
  SegmentedToggle,
  SimpleGrid,
  Skeleton,
  SkeletonText,
  Stack,
  Text,
} from '@masomo/design-system';
import { AttendanceCard } from './AttendanceCard.tsx';
import { LaterCards } from './LaterCards.tsx';
import { ConsentsCard } from '../../../shared/privacy/ConsentsCard.tsx';
import { inOrder, opening } from '../../../shared/inOrder.ts';
import { DataCard } from './DataCard.tsx';
import { FeesCard } from './FeesCard.tsx';
import { MarksCard } from './MarksCard.tsx';
import { NotesCard } from './NotesCard.tsx';
import { TimetableCard } from './TimetableCard.tsx';
import { AssignmentsCard } from './AssignmentsCard.tsx';

const ChildField = lazy(async () => ({ default: (await import('./ChildField.tsx')).ChildField }));

/** The overview of a student; parents with several children choose one. */
export function StudentsSection({ userId }: { userId: string }) {
  const canSubmit = useIsAllowed('assignment:submit');
  const { data: students, error, reload } = useQuery(ownStudentKeys.mine(userId), listOwnStudents);
  const [selectedId, setSelectedId] = useState<string>();
  if (error && !students) return <ErrorState error={error} onRetry={reload} />;
  if (!students) return <SkeletonText noOfLines={6} gap="4" {...opening} />;
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
  const title = canSubmit ? t`My school work` : student.name;
  return (
    <Stack as="section" gap="4" aria-labelledby="own-student">
      <HStack justify="space-between" wrap="wrap" gap="3">
        <div>
          <Heading as="h2" size="lg" id="own-student">
            {title}
          </Heading>
          <Text color="fg.muted">{student.className || t`Not in a class yet`}</Text>
        </div>
        {students.length > 1 && students.length < 4 && (
          <SegmentedToggle
            label={t`Child`}
            options={students.map(({ id, name }) => ({ value: id, label: name.split(' ')[0] ?? name }))}
            value={student.id}
            onChange={setSelectedId}
          />
        )}
        {students.length > 3 && (
          <Suspense fallback={<Skeleton h="16" w="48" />}>
            <ChildField students={students} value={student.id} onChoose={setSelectedId} />
          </Suspense>
        )}
      </HStack>
      <SimpleGrid key={student.id} columns={{ base: 1, lg: 2 }} gap="4" alignItems="start" css={{ lgDown: inOrder }}>
        <Stack gap="4" css={inOrder}>
          <AssignmentsCard studentId={student.id} classId={student.classId} canSubmit={canSubmit} />
          <LaterCards title={t`Attendance`}>
            <AttendanceCard studentId={student.id} />
            <NotesCard studentId={student.id} />
            <DataCard student={student} />
            {!canSubmit && <ConsentsCard studentId={student.id} isOffice={false} />}
          </LaterCards>
        </Stack>
        <Stack gap="4" css={inOrder}>
          <LaterCards title={student.classId ? t`Timetable` : t`Marks`}>
            {student.classId && <TimetableCard classId={student.classId} />}
            <MarksCard student={student} />
            <FeesCard studentId={student.id} />
          </LaterCards>
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}
