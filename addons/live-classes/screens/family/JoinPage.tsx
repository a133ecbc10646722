import { t } from '@lingui/core/macro';
import { Button, ButtonLink, EmptyState, ErrorState, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useSearchParams } from '@masomo/navigation';
import { isOpen, liveHome } from '../shared/liveHome.ts';
import { timesOf } from '../shared/liveTexts.ts';
import { useJoin } from '../shared/useJoin.ts';
import { useNow } from '../shared/useNow.ts';
import { useFamilyMeetings } from '../shared/useFamilyMeetings.ts';

/** Where a student's own link leads: into the live class, once it is open. */
export function JoinPage() {
  const [params] = useSearchParams();
  const now = useNow();
  const join = useJoin();
  const { coming, error, reload } = useFamilyMeetings();
  if (error && !coming) return <ErrorState error={error} onRetry={reload} />;
  if (!coming) return <SkeletonText noOfLines={4} gap="4" aria-busy aria-label={t`Loading`} />;
  const found = coming.find(({ meeting, student }) => meeting.id === params.get('meeting') && student.id === params.get('student'));
  if (!found)
    return (
      <EmptyState
        title={t`This live class is over, or for another class`}
        action={<ButtonLink to={`${liveHome}/calendar`}>{t`Live classes`}</ButtonLink>}
      />
    );
  const { meeting, student } = found;
  const canJoin = meeting.isMade && !meeting.isCancelled && isOpen(meeting, now);
  return (
    <>
      <PageHeader title={meeting.subject} description={timesOf(meeting)} />
      <Stack gap="4" align="start">
        <Button disabled={!canJoin || join.isRunning} onClick={() => void join.run({ id: meeting.id, studentId: student.id })}>
          {t`Join as ${student.name}`}
        </Button>
        <Text color="fg.muted">
          {meeting.isCancelled ? t`This live class is cancelled.` : t`The live class opens 10 minutes before it starts.`}
        </Text>
      </Stack>
    </>
  );
}
