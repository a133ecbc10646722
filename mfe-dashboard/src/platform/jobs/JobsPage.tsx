import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Allowed } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { cancelJob, jobKeys, jobStates, listJobs, retryJob, type Job, type JobFilter } from '@masomo/data/platform/jobs';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { Badge, Box, Button, HStack, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { JobFigures } from './JobFigures.tsx';
import { jobLabel, jobStateColors, jobStateLabels } from '../shared/jobLabels.ts';

const shown = ['all', 'failing', ...jobStates] as const;
const isOpen = ({ state }: Job) => state === 'waiting' || state === 'running';
const isFailing = (job: Job) => isOpen(job) && job.failures > 0;

/** Everything that workers do and have done, with what fails and why. */
export function JobsPage() {
  const [state, setState] = useState<JobFilter['state']>('all');
  const columns: DataTableColumn<Job>[] = [
    {
      id: 'kind',
      header: t`Job`,
      sortable: true,
      cell: (job) => (
        <Box>
          <Text fontWeight="600">{[jobLabel(job.kind), job.className].filter(Boolean).join(' · ')}</Text>
          <Text fontSize="sm" color="fg.muted">
            {[job.startedBy || t`By itself`, job.school].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      ),
    },
    { id: 'state', header: t`State`, cell: (job) => <JobState job={job} /> },
    {
      id: 'progress',
      header: t`Progress`,
      align: 'end',
      cell: (job) => (job.total === null ? '–' : t`${formatNumber(job.done)} of ${formatNumber(job.total)}`),
    },
    { id: 'created_at', header: t`Started`, sortable: true, noWrap: true, cell: (job) => formatDateTime(job.createdAt) },
    { id: 'due_at', header: t`Next step`, sortable: true, noWrap: true, cell: (job) => (isOpen(job) ? formatDateTime(job.dueAt) : '–') },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (job) => (
        <Allowed to="job:manage">
          <JobActions job={job} />
        </Allowed>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Jobs`}
      description={<JobFigures />}
      search={t`Search kinds of jobs`}
      columns={columns}
      sort={{ column: 'created_at', descending: true }}
      export={{
        name: t`Jobs`,
        columns: [
          { title: t`Job`, value: (job) => jobLabel(job.kind) },
          { title: t`Class`, value: (job) => job.className },
          { title: t`Started by`, value: (job) => job.startedBy },
          { title: t`School`, value: (job) => job.school },
          { title: t`State`, value: (job) => jobStateLabels[job.state] },
          { title: t`Reason`, value: (job) => translate(job.reason) },
          { title: t`Done`, value: (job) => job.done },
          { title: t`Of`, value: (job) => job.total },
          { title: t`Started`, value: (job) => job.createdAt, as: 'time' },
        ],
      }}
      keyOf={(filter) => jobKeys.list({ ...filter, state })}
      live={['jobs']}
      query={(db, filter) => listJobs(db, { ...filter, state })}
      filterKey={state === 'all' ? '' : state}
      empty={{ title: t`No jobs`, text: t`Jobs appear here when something is due or somebody starts one, and stay for a while.` }}
      filters={
        <FilterSelect
          label={t`State`}
          options={shown.map((value) => ({
            value,
            label: value === 'all' ? t`All states` : value === 'failing' ? t`Failing` : jobStateLabels[value],
          }))}
          value={state}
          onValueChange={(chosen) => setState(shown.find((value) => value === chosen) ?? 'all')}
        />
      }
    />
  );
}

function JobState({ job }: { job: Job }) {
  return (
    <Box>
      <Badge colorPalette={isFailing(job) ? 'orange' : jobStateColors[job.state]}>
        {isFailing(job) ? t`Tried again` : jobStateLabels[job.state]}
      </Badge>
      {job.reason && (
        <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {translate(job.reason)}
        </Text>
      )}
    </Box>
  );
}

function JobActions({ job }: { job: Job }) {
  const cancel = useCommand(cancelJob, {
    invalidates: ['jobs', 'overview'],
    onSuccess: () => toaster.success({ title: t`Job cancelled` }),
    onError: (error) => toaster.error(failureMessage(error, t`The job was not cancelled`)),
  });
  const retry = useCommand(retryJob, {
    invalidates: ['jobs', 'overview'],
    onSuccess: () => toaster.success({ title: t`The job goes on` }),
    onError: (error) => toaster.error(failureMessage(error, t`The job was not started again`)),
  });
  const name = `${jobLabel(job.kind)}, ${formatDateTime(job.createdAt)}`;
  const canRetry = job.state === 'failed' || job.state === 'cancelled' || isFailing(job);
  return (
    <HStack justify="end" gap="2">
      {canRetry && (
        <Button
          size="xs"
          variant="outline"
          aria-label={t`Try again: ${name}`}
          disabled={retry.isRunning}
          onClick={() => void retry.run(job.id)}
        >
          <Trans>Try again</Trans>
        </Button>
      )}
      {isOpen(job) && (
        <Button
          size="xs"
          variant="outline"
          aria-label={t`Cancel: ${name}`}
          disabled={cancel.isRunning}
          onClick={() => void cancel.run(job.id)}
        >
          <Trans>Cancel</Trans>
        </Button>
      )}
    </HStack>
  );
}
