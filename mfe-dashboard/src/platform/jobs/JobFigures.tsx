import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { getJobFigures, jobKeys } from '@masomo/data/platform/jobs';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { Alert, ErrorState, SkeletonText, Stack } from '@masomo/design-system';

/** How much waits, runs and fails, and a warning where no worker is there to do it. */
export function JobFigures() {
  const { data: figures, error, reload } = useQuery(jobKeys.figures(), getJobFigures, { live: ['jobs'] });
  if (error && !figures) return <ErrorState error={error} onRetry={reload} />;
  if (!figures) return <SkeletonText noOfLines={1} />;
  return (
    <Stack gap="2">
      <span>
        <Trans>
          {formatNumber(figures.waiting)} waiting, {formatNumber(figures.running)} in progress, {formatNumber(figures.failing)} tried again.
        </Trans>
      </span>
      {figures.workers === 0 && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Title>
            {figures.worker_seen_at ? (
              <Trans>
                No worker has been seen since {formatDateTime(figures.worker_seen_at)}. Emails, exports and all that is due wait.
              </Trans>
            ) : (
              <Trans>No worker has been started. Emails, exports and all that is due wait.</Trans>
            )}
          </Alert.Title>
        </Alert.Root>
      )}
    </Stack>
  );
}
