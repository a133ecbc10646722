import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { Card, Heading, SkeletonText, Text } from '@masomo/design-system';
import { getStudentSummary, liveKeys } from '../data/live.ts';

/** On a student's page: how many live classes the student came to lately. */
export function StudentCard({ studentId }: { studentId: string }) {
  const { data, error } = useQuery(liveKeys.ofStudent(studentId), (db) => getStudentSummary(db, studentId));
  return (
    <Card.Root as="section" aria-label={t`Live classes`}>
      <Card.Header>
        <Heading as="h2" size="md">
          <Trans>Live classes</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {data ? (
          <Text>
            {data.total === 0
              ? t`The class had no live class in the last 120 days.`
              : t`Came to ${data.attended} of ${data.total} in the last 120 days, ${plural(data.minutes, { one: '# minute', other: '# minutes' })} altogether.`}
          </Text>
        ) : error ? (
          <Text color="fg.muted">{error.userMessage}</Text>
        ) : (
          <SkeletonText noOfLines={1} />
        )}
      </Card.Body>
    </Card.Root>
  );
}
