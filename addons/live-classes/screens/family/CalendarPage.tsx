import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { formatDateTime } from '@masomo/domain/time';
import { Card, EmptyState, ErrorState, ExternalLink, Heading, List, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { listRecordings, liveKeys } from '../../data/live.ts';
import { titleOf } from '../shared/liveTexts.ts';
import { FamilyMeeting } from '../shared/FamilyMeeting.tsx';
import { useFamilyMeetings } from '../shared/useFamilyMeetings.ts';

/** A family's calendar of live classes, and what was recorded of them. */
export function CalendarPage() {
  const { coming, error, reload } = useFamilyMeetings();
  const { data: recordings } = useQuery(liveKeys.recordings('family'), (db) => listRecordings(db));
  return (
    <>
      <PageHeader
        title={t`Live classes`}
        description={t`Lessons over the internet. The Join button appears 10 minutes before each one and opens the student’s own link, which tells the teacher who came.`}
      />
      {error && !coming ? (
        <ErrorState error={error} onRetry={reload} />
      ) : !coming ? (
        <SkeletonText noOfLines={6} gap="4" aria-busy aria-label={t`Loading`} />
      ) : (
        <Stack gap="5">
          {coming.length === 0 ? (
            <Card.Root>
              <EmptyState title={t`No live class in the next seven days`}>
                {t`Lessons that teachers hold over Google Meet or Zoom appear here with their times.`}
              </EmptyState>
            </Card.Root>
          ) : (
            <Card.Root as="section" aria-label={t`Coming live classes`}>
              <Card.Body>
                <List.Root listStyle="none" ps="0" gap="4">
                  {coming.map(({ meeting, student }) => (
                    <List.Item key={`${meeting.id} ${student.id}`}>
                      <FamilyMeeting meeting={meeting} student={student} />
                    </List.Item>
                  ))}
                </List.Root>
              </Card.Body>
            </Card.Root>
          )}
          {recordings && recordings.length > 0 && (
            <Card.Root as="section" aria-label={t`Recordings`}>
              <Card.Header>
                <Heading as="h2" size="md">
                  <Trans>Recordings</Trans>
                </Heading>
              </Card.Header>
              <Card.Body>
                <List.Root listStyle="none" ps="0" gap="2">
                  {recordings.map((recording) => (
                    <List.Item key={recording.id}>
                      <ExternalLink href={recording.url}>{`${titleOf(recording)}, ${formatDateTime(recording.recordedAt)}`}</ExternalLink>
                    </List.Item>
                  ))}
                </List.Root>
              </Card.Body>
            </Card.Root>
          )}
        </Stack>
      )}
    </>
  );
}
