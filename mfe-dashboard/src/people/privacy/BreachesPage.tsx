import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { breachKeys, listBreaches, type Breach } from '@masomo/data/people/breaches';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, Button, HStack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { BreachDialog } from './BreachDialog.tsx';

/** The school's register of breaches, with the time by which the Commissioner is told. */
export function BreachesPage() {
  const [edited, setEdited] = useState<Breach | 'new'>();
  const columns: DataTableColumn<Breach>[] = [
    { id: 'noticed_at', header: t`Discovered`, sortable: true, noWrap: true, cell: (breach) => formatDateTime(breach.noticedAt) },
    {
      id: 'what',
      header: t`What happened`,
      cell: (breach) => (
        <Box maxW="44ch">
          <Text overflowWrap="anywhere">{breach.whatHappened}</Text>
          <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
            {breach.dataConcerned}
          </Text>
        </Box>
      ),
    },
    {
      id: 'people',
      header: t`People affected`,
      align: 'end',
      cell: (breach) => (breach.peopleAffected === null ? t`Not known` : formatNumber(breach.peopleAffected)),
    },
    { id: 'report_by', header: t`Report by`, sortable: true, noWrap: true, cell: (breach) => <ReportState breach={breach} /> },
    {
      id: 'status',
      header: t`Status`,
      cell: (breach) => (
        <Badge colorPalette={breach.closedAt ? 'gray' : 'orange'}>
          {breach.closedAt ? t({ message: 'Closed', context: 'breach' }) : t({ message: 'Open', context: 'breach' })}
        </Badge>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (breach) => (
        <Button
          size="xs"
          variant="outline"
          aria-label={t`Edit the entry of ${formatDateTime(breach.noticedAt)}`}
          onClick={() => setEdited(breach)}
        >
          <Trans>Edit</Trans>
        </Button>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Breaches`}
      description={
        <Trans>
          Data that was lost, changed or seen by the wrong people. The Data Protection Commissioner must be notified within 72 hours.
        </Trans>
      }
      columns={columns}
      sort={{ column: 'noticed_at', descending: true }}
      keyOf={breachKeys.list}
      query={listBreaches}
      empty={{ title: t`No breaches`, text: t`Record a breach here if data is lost, changed or seen by the wrong people.` }}
      export={{
        name: t`Breaches`,
        columns: [
          { title: t`Discovered`, value: (breach) => breach.noticedAt, as: 'time' },
          { title: t`What happened`, value: (breach) => breach.whatHappened },
          { title: t`Data affected`, value: (breach) => breach.dataConcerned },
          { title: t`People affected`, value: (breach) => breach.peopleAffected ?? '' },
          { title: t`Measures`, value: (breach) => breach.measures },
          { title: t`Report by`, value: (breach) => breach.reportBy },
          { title: t`Reported`, value: (breach) => breach.reportedAt ?? '' },
          { title: t`People notified`, value: (breach) => breach.peopleToldAt ?? '' },
        ],
      }}
      actions={
        <Button size="sm" onClick={() => setEdited('new')}>
          <Trans>Record breach</Trans>
        </Button>
      }
    >
      {edited && <BreachDialog {...(edited === 'new' ? {} : { breach: edited })} onClose={() => setEdited(undefined)} />}
    </ListScreen>
  );
}

function ReportState({ breach: { reportBy, reportedAt } }: { breach: Breach }) {
  if (reportedAt) return <Trans>Reported {formatDateTime(reportedAt)}</Trans>;
  return (
    <HStack gap="2">
      {formatDateTime(reportBy)}
      {Date.parse(reportBy) < Date.now() && (
        <Badge colorPalette="red">
          <Trans>Overdue</Trans>
        </Badge>
      )}
    </HStack>
  );
}
