import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { learnerKeys, listOwnLearners } from '@masomo/data/people/studentWork';
import { EmptyState, ErrorState, Heading, HStack, SegmentedToggle, SimpleGrid, SkeletonText, Stack, Text } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { AttendanceCard } from './AttendanceCard.tsx';
import { FeesCard } from './FeesCard.tsx';
import { MarksCard } from './MarksCard.tsx';
import { NotesCard } from './NotesCard.tsx';
import { TimetableCard } from './TimetableCard.tsx';
import { WorkCard } from './AssignmentsCard.tsx';

/** How a learner is doing: work, marks, attendance and fees. Parents choose which child. */
export function LearnersSection({ userId, isParent }: { userId: string; isParent: boolean }) {
  const { data: learners, error, reload } = useQuery(learnerKeys.mine(userId), listOwnLearners);
  const [chosen, setChosen] = useState<string>();
  if (error && !learners) return <ErrorState error={error} onRetry={reload} />;
  if (!learners) return <SkeletonText noOfLines={6} gap="4" />;
  const learner = learners.find(({ id }) => id === chosen) ?? learners[0];
  if (!learner) {
    return isParent ? (
      <EmptyState title="No children yet">
        Ask the school’s office to add you as a guardian with the email address of this account.
      </EmptyState>
    ) : (
      <EmptyState title="Not in a class yet">Ask the school’s office to connect this account with your record.</EmptyState>
    );
  }
  const title = isParent ? learner.name : 'My school work';
  return (
    <Stack as="section" gap="4" aria-labelledby="learner">
      <HStack justify="space-between" wrap="wrap" gap="3">
        <div>
          <Heading as="h2" size="lg" id="learner">
            {title}
          </Heading>
          <Text color="fg.muted">{learner.className || 'In no class yet'}</Text>
        </div>
        {learners.length > 1 && learners.length < 4 && (
          <SegmentedToggle
            label="Child"
            options={learners.map(({ id, name }) => ({ value: id, label: name.split(' ')[0] ?? name }))}
            value={learner.id}
            onChange={setChosen}
          />
        )}
        {learners.length > 3 && (
          <SelectField
            label="Child"
            options={learners.map(({ id, name }) => ({ value: id, label: name }))}
            value={learner.id}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
      </HStack>
      <SimpleGrid key={learner.id} columns={{ base: 1, lg: 2 }} gap="4" alignItems="start">
        <Stack gap="4">
          <WorkCard studentId={learner.id} classId={learner.classId} mayHandIn={!isParent} />
          <AttendanceCard studentId={learner.id} />
          <NotesCard studentId={learner.id} />
        </Stack>
        <Stack gap="4">
          {learner.classId && <TimetableCard classId={learner.classId} />}
          <MarksCard learner={learner} />
          <FeesCard studentId={learner.id} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}
