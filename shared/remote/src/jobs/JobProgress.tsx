import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { cancelJob, jobKeys, listMyJobs, retryJob, type Job } from '@masomo/data/platform/jobs';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { Box, Button, ErrorState, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';

const isOpen = ({ state }: Job) => state === 'waiting' || state === 'running';
const percentOf = ({ done, total }: Job) => (total ? Math.min(100, Math.floor((done * 100) / total)) : 0);

type JobProgressProps = {
  kind: string;
  subject?: string;
  /** What a job is about, such as a class, where several of the kind are shown; empty where that is not known. */
  about?: (job: Job) => string;
};

/** How far the caller's latest jobs of a kind are that are not done, or those about one subject, each to be cancelled or tried again. */
export function JobProgress({ kind, subject, about }: JobProgressProps) {
  const { data: jobs, error, reload } = useQuery(jobKeys.mine(kind), (db) => listMyJobs(db, kind), { live: ['jobs'] });
  if (error && !jobs) return <ErrorState error={error} onRetry={reload} />;
  if (!jobs) return <SkeletonText noOfLines={2} aria-busy aria-label={t`Loading`} />;
  const left = jobs.filter((job) => job.state !== 'done' && (subject === undefined || job.subject === subject));
  if (left.length === 0) return null;
  return (
    <Stack gap="3">
      {left.map((job) => (
        <JobRow key={job.id} job={job} about={about?.(job)} />
      ))}
    </Stack>
  );
}

function JobRow({ job, about }: { job: Job; about: string | undefined }) {
  const started = [about, formatDateTime(job.createdAt)].filter(Boolean).join(' · ');
  const cancel = useCommand(cancelJob, {
    invalidates: ['jobs'],
    onError: (error) => toaster.error(failureMessage(error, t`It was not cancelled`)),
  });
  const retry = useCommand(retryJob, {
    invalidates: ['jobs'],
    onError: (error) => toaster.error(failureMessage(error, t`It was not started again`)),
  });
  return (
    <Box borderTopWidth="1px" pt="3">
      <HStack justify="space-between" wrap="wrap" gap="3">
        <Box minW="0" flex="1">
          <Text fontWeight="600">{started}</Text>
          <Text role="status" color="fg.muted" overflowWrap="anywhere">
            <JobWords job={job} />
          </Text>
        </Box>
        {isOpen(job) && (
          <Button
            size="sm"
            variant="outline"
            aria-label={t`Cancel what was started ${started}`}
            loading={cancel.isRunning}
            onClick={() => void cancel.run(job.id)}
          >
            <Trans>Cancel</Trans>
          </Button>
        )}
        {(job.state === 'failed' || job.state === 'cancelled') && (
          <Button
            size="sm"
            variant="outline"
            aria-label={t`Try again what was started ${started}`}
            loading={retry.isRunning}
            onClick={() => void retry.run(job.id)}
          >
            <Trans>Try again</Trans>
          </Button>
        )}
      </HStack>
      {job.state === 'running' && <ProgressBar percent={percentOf(job)} />}
    </Box>
  );
}

const ProgressBar = ({ percent }: { percent: number }) => (
  <Box h="2" mt="2" borderRadius="full" bg="bg.muted" overflow="hidden" aria-hidden>
    <Box h="full" w={`${percent}%`} bg="accent.solid" />
  </Box>
);

function JobWords({ job }: { job: Job }) {
  const { done, total } = job;
  if (job.state === 'waiting' && job.failures === 0) return <Trans>Begins in a moment</Trans>;
  if (isOpen(job) && job.failures > 0)
    return (
      <Trans>
        {translate(job.reason)} Tried again {formatDateTime(job.dueAt)}.
      </Trans>
    );
  if (isOpen(job))
    return total === null ? (
      <Trans>In progress</Trans>
    ) : (
      <Trans>
        {formatNumber(done)} of {formatNumber(total)} done
      </Trans>
    );
  if (job.state === 'failed') return <Trans>It could not be finished: {translate(job.reason)}</Trans>;
  return <Trans>Cancelled</Trans>;
}
