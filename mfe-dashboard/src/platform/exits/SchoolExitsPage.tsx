import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import {
  listSchoolExits,
  resumeSchoolExit,
  schoolExitKeys,
  type ExitObstacle,
  type ExitState,
  type SchoolExit,
} from '@masomo/data/platform/schoolExits';
import { formatNumber } from '@masomo/domain/number';
import { formatDate, formatDateTime } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, Stack, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { StopExitDialog } from './StopExitDialog.tsx';

const stateLabels: Record<ExitState, string> = {
  grace: t`Grace period`,
  closed: t`Closed`,
  stopped: t`Paused`,
  returned: t`Renewed`,
  deleted: t`Deleted`,
};
const stateColors: Record<ExitState, string> = { grace: 'orange', closed: 'red', stopped: 'blue', returned: 'green', deleted: 'gray' };

const obstacleLabels: Record<ExitObstacle, string> = {
  order: t`Kept: an order waits for its payment. Record the payment or cancel the order.`,
  payment: t`Kept: a payment is in progress or in review. Decide on it under Payments.`,
  refund: t`Kept: a refund is owed. Settle it first.`,
};

/** Schools whose subscription has ended: when they are closed and deleted, each to be stopped. */
export function SchoolExitsPage() {
  const [isOpen, setIsOpen] = useState(true);
  const [toStop, setToStop] = useState<SchoolExit>();
  const resume = useCommand(resumeSchoolExit, {
    invalidates: ['subscriptions'],
    onSuccess: () => toaster.success({ title: t`Closure resumed` }),
    onError: (error) => toaster.error(failureMessage(error, t`The closure was not resumed`)),
  });
  const columns: DataTableColumn<SchoolExit>[] = [
    { id: 'school', header: t`School`, sortable: true, cell: (row) => <Text fontWeight="600">{row.school}</Text> },
    {
      id: 'state',
      header: t`State`,
      cell: (row) => (
        <Box>
          <Badge colorPalette={stateColors[row.state]}>{stateLabels[row.state]}</Badge>
          {row.state === 'stopped' && (
            <Text fontSize="sm" color="fg.muted">
              {row.stopReason}
            </Text>
          )}
          {row.state === 'closed' && row.heldBy && (
            <Text fontSize="sm" color="fg.muted">
              {obstacleLabels[row.heldBy]}
            </Text>
          )}
          {row.state === 'deleted' && (
            <Text fontSize="sm" color="fg.muted">
              <Trans>{formatNumber(row.deletedRows)} rows and files</Trans>
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'ended_on', header: t`Subscription ended`, sortable: true, noWrap: true, cell: (row) => formatDate(row.endedOn) },
    {
      id: 'closes_on',
      header: t`Closed`,
      sortable: true,
      noWrap: true,
      cell: (row) => (row.closedAt ? formatDateTime(row.closedAt) : t`on ${formatDate(row.closesOn)}`),
    },
    {
      id: 'deletes_on',
      header: t`Deleted`,
      sortable: true,
      noWrap: true,
      cell: (row) => (row.deletedAt ? formatDateTime(row.deletedAt) : t`on ${formatDate(row.deletesOn)}`),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <>
          {(row.state === 'grace' || row.state === 'closed') && (
            <Button size="xs" variant="outline" aria-label={t`Pause the closure of ${row.school}`} onClick={() => setToStop(row)}>
              <Trans>Pause</Trans>
            </Button>
          )}
          {row.state === 'stopped' && (
            <Button
              size="xs"
              variant="outline"
              aria-label={t`Resume the closure of ${row.school}`}
              disabled={resume.isRunning}
              onClick={() => void resume.run(row.id)}
            >
              <Trans>Resume</Trans>
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`School closures`}
      description={
        <Stack gap="1">
          <Trans>A school closes when its grace period ends, and its records are deleted 60 days later. Renewing stops the closure.</Trans>
          <AppLink to="/dashboard/subscriptions" color="accent.fg">
            <Trans>All subscriptions</Trans>
          </AppLink>
        </Stack>
      }
      search={t`Search schools`}
      columns={columns}
      sort={{ column: 'deletes_on', descending: false }}
      export={{
        name: t`School closures`,
        columns: [
          { title: t`School`, value: (row) => row.school },
          { title: t`State`, value: (row) => stateLabels[row.state] },
          { title: t`Subscription ended`, value: (row) => row.endedOn, as: 'day' },
          { title: t`Closed`, value: (row) => row.closedAt ?? row.closesOn, as: 'day' },
          { title: t`Deleted`, value: (row) => row.deletedAt ?? row.deletesOn, as: 'day' },
          { title: t`Reason`, value: (row) => row.stopReason || (row.state === 'closed' && row.heldBy ? obstacleLabels[row.heldBy] : '') },
        ],
      }}
      keyOf={(filter) => schoolExitKeys.list({ ...filter, isOpen })}
      query={(db, filter) => listSchoolExits(db, { ...filter, isOpen })}
      filterKey={isOpen ? '' : 'all'}
      empty={{ title: t`No schools are closing`, text: t`A school appears here once its subscription has ended.` }}
      filters={
        <FilterSelect
          label={t`Show`}
          options={[
            { value: 'open', label: t`In progress` },
            { value: 'all', label: t`All` },
          ]}
          value={isOpen ? 'open' : 'all'}
          onValueChange={(chosen) => setIsOpen(chosen === 'open')}
        />
      }
    >
      {toStop && <StopExitDialog exit={toStop} onClose={() => setToStop(undefined)} />}
    </ListScreen>
  );
}
