import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { formatDateTime } from '@masomo/domain/time';
import {
  AppLink,
  Button,
  Card,
  ErrorState,
  ExternalLink,
  Heading,
  HStack,
  List,
  SkeletonText,
  Stack,
  Text,
  toaster,
} from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useModule } from '@masomo/remote/useModule';
import { getMeeting, listRecordings, liveKeys } from '../../data/live.ts';
import { collectReport } from '../../data/liveCommands.ts';
import { LiveNav } from '../shared/LiveNav.tsx';
import { liveFeature, liveHome } from '../shared/liveHome.ts';
import { providerNames, timesOf, titleOf } from '../shared/liveTexts.ts';
import { AttendanceCard } from './AttendanceCard.tsx';
import { GuestsCard } from './GuestsCard.tsx';

/** One live class: who came, who is still to be matched, and the recordings. */
export function MeetingPage({ id }: { id: string }) {
  const { isReadOnly } = useModule(liveFeature);
  const { data: meeting, error, reload } = useQuery(liveKeys.one(id), (db) => getMeeting(db, id), { live: ['live_meetings'] });
  const { data: recordings } = useQuery(liveKeys.recordings(id), (db) => listRecordings(db, id), { live: ['live_meetings'] });
  const collect = useCommand(collectReport, {
    invalidates: ['live-classes'],
    onSuccess: () => toaster.success({ title: t`The provider is being asked. What it says appears here.` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`The provider was not asked`)),
  });
  if (error && !meeting) return <ErrorState error={error} onRetry={reload} />;
  if (!meeting) return <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} />;
  return (
    <>
      <PageHeader
        title={titleOf(meeting)}
        description={`${timesOf(meeting)} · ${providerNames[meeting.provider]}`}
        actions={
          !isReadOnly &&
          meeting.isMade && (
            <Button size="sm" variant="outline" disabled={collect.isRunning} onClick={() => void collect.run(id)}>
              <Trans>Ask who came</Trans>
            </Button>
          )
        }
      />
      <LiveNav current="/held" />
      <Stack gap="5">
        <Text color="fg.muted">
          {meeting.collectedAt
            ? t`Reported by ${providerNames[meeting.provider]} at ${formatDateTime(meeting.collectedAt)}.`
            : t`The report comes ten minutes after the end. Until then you see who came by their own link.`}{' '}
          <AppLink to={`${liveHome}/held`}>
            <Trans>All live classes held</Trans>
          </AppLink>
        </Text>
        <AttendanceCard meeting={meeting} isReadOnly={isReadOnly} />
        <GuestsCard meeting={meeting} isReadOnly={isReadOnly} />
        <Card.Root as="section" aria-label={t`Recordings`}>
          <Card.Header>
            <Heading as="h2" size="md">
              <Trans>Recordings</Trans>
            </Heading>
          </Card.Header>
          <Card.Body>
            {!recordings || recordings.length === 0 ? (
              <Text color="fg.muted">{t`What you record in the meeting is listed here when the provider has it ready, mostly within an hour.`}</Text>
            ) : (
              <List.Root listStyle="none" ps="0" gap="2">
                {recordings.map(({ id: recording, url, recordedAt }) => (
                  <List.Item key={recording}>
                    <HStack>
                      <ExternalLink href={url}>{t`Recording of ${formatDateTime(recordedAt)}`}</ExternalLink>
                    </HStack>
                  </List.Item>
                ))}
              </List.Root>
            )}
          </Card.Body>
        </Card.Root>
      </Stack>
    </>
  );
}
