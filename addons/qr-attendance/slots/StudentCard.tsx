import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { gateKeys, getGateRoster, issueGateCards, listStudentSightings } from '../data/qrAttendance.ts';
import { formatTime } from '@masomo/domain/time';
import { today } from '@masomo/remote/schoolDay';
import { Button, Card, Heading, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { useModule } from '@masomo/remote/useModule';
import { gateFeature } from '../screens/shared/gateHome.ts';
import { CardsButton } from '../screens/shared/CardsButton.tsx';

/** On a student's page: when the gate saw the student today, and the card. */
export function StudentCard({ studentId }: { studentId: string }) {
  const day = today();
  const { isReadOnly } = useModule(gateFeature);
  const canIssue = useIsAllowed('student:write') && !isReadOnly;
  const { data: seen, error } = useQuery(gateKeys.student(studentId, day), (db) => listStudentSightings(db, { studentId, day }));
  const { data: cards } = useQuery(gateKeys.roster({ studentId }), (db) => getGateRoster(db, { studentId }));
  const issue = useCommand(issueGateCards, {
    invalidates: ['gate'],
    onError: (failure) => toaster.error(failureMessage(failure, t`No card was issued`)),
  });
  const card = cards?.[0];
  return (
    <Card.Root as="section" aria-label={t`QR attendance`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap">
          <Heading as="h2" size="md">
            <Trans>QR attendance</Trans>
          </Heading>
          {card?.code ? (
            <CardsButton size="xs" of={{ student_id: studentId }} fileName={t`Card of ${card.name}`}>
              <Trans>Print card</Trans>
            </CardsButton>
          ) : (
            cards?.length === 0 &&
            canIssue && (
              <Button size="xs" variant="outline" disabled={issue.isRunning} onClick={() => void issue.run({ studentId })}>
                <Trans>Issue card</Trans>
              </Button>
            )
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {!seen && !error && <SkeletonText noOfLines={2} />}
        {error && !seen && <Text color="fg.muted">{error.userMessage}</Text>}
        {seen?.length === 0 && (
          <Text color="fg.muted">
            <Trans>Not seen at the gate today.</Trans>
          </Text>
        )}
        <Stack gap="1">
          {seen?.map(({ seenAt, direction }) => (
            <Text key={seenAt}>{direction === 'in' ? t`In at ${formatTime(seenAt)}` : t`Out at ${formatTime(seenAt)}`}</Text>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
