import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import {
  cancelSubscription,
  listSchoolSubscriptions,
  subscriptionKeys,
  subscriptionStatuses,
  type SchoolSubscription,
} from '@masomo/data/platform/subscriptions';
import { formatNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, HStack, Stack, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useSearchParams } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { billingLabels, subscriptionStatusLabels } from '../shared/labels.ts';
import { subscriptionColors } from '../shared/subscriptionColors.ts';
import { RenewDialog } from './RenewDialog.tsx';

const statuses: readonly string[] = subscriptionStatuses;
const statusLabel = (status: string) => subscriptionStatusLabels[status] ?? status;
const isRunning = (row: SchoolSubscription) => row.status === 'trial' || row.status === 'active';
const canRenew = (row: SchoolSubscription) => row.status !== 'none';

export function SubscriptionsPage() {
  const requestedStatus = useSearchParams()[0].get('status');
  const [status, setStatus] = useState(() => (requestedStatus && statuses.includes(requestedStatus) ? requestedStatus : ''));
  const [toRenew, setToRenew] = useState<SchoolSubscription>();
  const [toEnd, setToEnd] = useState<SchoolSubscription>();
  const cancel = useCommand(cancelSubscription, {
    invalidates: ['subscriptions', 'schools', 'overview'],
    onSuccess: () => setToEnd(undefined),
    onError: (error) => toaster.error(failureMessage(error, t`The subscription was not ended`)),
  });
  const columns: DataTableColumn<SchoolSubscription>[] = [
    {
      id: 'school',
      header: t`School`,
      sortable: true,
      cell: (row) => (
        <AppLink to={`/dashboard/schools/${row.id}`} fontWeight="600">
          {row.school}
        </AppLink>
      ),
    },
    {
      id: 'plan',
      header: t`Plan`,
      sortable: true,
      cell: (row) =>
        row.plan ? (
          <Box>
            <Text>{row.plan}</Text>
            <Text fontSize="sm" color="fg.muted">
              {billingLabels[row.billing] ?? row.billing}
            </Text>
          </Box>
        ) : (
          t`None`
        ),
    },
    {
      id: 'status',
      header: t`Status`,
      sortable: true,
      cell: (row) => <Badge colorPalette={subscriptionColors[row.status] ?? 'gray'}>{statusLabel(row.status)}</Badge>,
    },
    {
      id: 'ends_on',
      header: t`Ends`,
      sortable: true,
      noWrap: true,
      cell: (row) => (
        <Box>
          <Text>{row.endsOn ? formatDate(row.endsOn) : t`Not set`}</Text>
          {row.graceUntil && (
            <Text fontSize="sm" color="fg.muted">
              <Trans>Grace until {formatDate(row.graceUntil)}</Trans>
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'students', header: t`Students`, sortable: true, align: 'end', cell: (row) => <Usage row={row} /> },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <HStack justify="flex-end" gap="1">
          <Button
            size="xs"
            variant="outline"
            aria-label={canRenew(row) ? t`Renew ${row.school}` : t`Start subscription of ${row.school}`}
            onClick={() => setToRenew(row)}
          >
            {canRenew(row) ? t`Renew` : t`Start`}
          </Button>
          {isRunning(row) && (
            <Button size="xs" variant="ghost" aria-label={t`End the subscription of ${row.school}`} onClick={() => setToEnd(row)}>
              <Trans>End</Trans>
            </Button>
          )}
        </HStack>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Subscriptions`}
      description={
        <Stack gap="1">
          <Trans>School plans, trials and renewals.</Trans>
          <AppLink to="/dashboard/subscriptions/exits" color="accent.fg">
            <Trans>School closures</Trans>
          </AppLink>
        </Stack>
      }
      search={t`Search schools`}
      columns={columns}
      sort={{ column: 'ends_on', descending: false }}
      export={{
        name: t`Subscriptions`,
        columns: [
          { title: t`School`, value: (row) => row.school },
          { title: t`Plan`, value: (row) => row.plan },
          { title: t`Status`, value: (row) => statusLabel(row.status) },
          { title: t`Billing`, value: (row) => billingLabels[row.billing] ?? row.billing },
          { title: t`Started`, value: (row) => row.startedOn, as: 'day' },
          { title: t`Ends`, value: (row) => row.endsOn, as: 'day' },
          { title: t`Students`, value: (row) => row.students },
          { title: t`Student limit`, value: (row) => row.maxStudents },
        ],
      }}
      keyOf={(filter) => subscriptionKeys.list({ ...filter, status })}
      live={['subscriptions']}
      query={(db, filter) => listSchoolSubscriptions(db, { ...filter, status })}
      filterKey={status}
      empty={{ title: t`No schools yet`, text: t`A school appears here once it is added.` }}
      filters={
        <FilterSelect
          label={t`Status`}
          options={[{ value: '', label: t`All statuses` }, ...subscriptionStatuses.map((value) => ({ value, label: statusLabel(value) }))]}
          value={status}
          onValueChange={setStatus}
        />
      }
    >
      {toRenew && <RenewDialog school={toRenew} onClose={() => setToRenew(undefined)} />}
      <ConfirmDialog
        isOpen={toEnd !== undefined}
        title={t`End the subscription of ${toEnd?.school ?? ''}?`}
        body={t`It ends now, also what was paid for later. No money goes back by itself: return it with a refund of the order, in the store manager. The school can still read and export everything, but change nothing until it subscribes again.`}
        confirmLabel={t`End subscription`}
        tone="danger"
        isBusy={cancel.isRunning}
        onConfirm={() => toEnd?.subscriptionId && void cancel.run(toEnd.subscriptionId)}
        onClose={() => setToEnd(undefined)}
      />
    </ListScreen>
  );
}

function Usage({ row }: { row: SchoolSubscription }) {
  const count = formatNumber(row.students);
  if (!row.maxStudents) return <>{count}</>;
  const isOver = row.students > row.maxStudents;
  return (
    <Box>
      <Text>
        <Trans>
          {count} of {formatNumber(row.maxStudents)}
        </Trans>
      </Text>
      {isOver && (
        <Text fontSize="sm" color="danger.fg">
          <Trans>Over the limit</Trans>
        </Text>
      )}
    </Box>
  );
}
