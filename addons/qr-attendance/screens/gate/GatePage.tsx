import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { gateKeys, gatePeople, getGateDay, listSightings, type GatePeople, type GateSighting } from '../../data/qrAttendance.ts';
import { formatNumber } from '@masomo/domain/number';
import { formatTime } from '@masomo/domain/time';
import { today } from '@masomo/remote/schoolDay';
import { Badge, Box, ButtonLink, EmptyState, ErrorState, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { FilterDate, FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { isSecurePage } from '@masomo/domain/secureContext';
import { GateNav } from '../shared/GateNav.tsx';
import { gateHome } from '../shared/gateHome.ts';
import { outcomeColor, outcomeLabel } from './outcomeLabels.ts';

const peopleLabels: Record<GatePeople, string> = { all: t`Everyone`, students: t`Students`, staff: t`Staff` };
const columns: DataTableColumn<GateSighting>[] = [
  { id: 'time', header: t`Time`, noWrap: true, cell: ({ seenAt }) => formatTime(seenAt) },
  { id: 'name', header: t`Name`, cell: ({ name, number }) => <Person name={name} number={number} /> },
  { id: 'group', header: t`Class or job`, cell: ({ group }) => group },
  { id: 'direction', header: t`Direction`, cell: ({ direction }) => (direction === 'in' ? t`In` : t`Out`) },
  {
    id: 'outcome',
    header: t`Register`,
    cell: ({ outcome }) => <Badge colorPalette={outcomeColor(outcome)}>{outcomeLabel(outcome)}</Badge>,
  },
];

function Person({ name, number }: { name: string; number: string }) {
  return (
    <Box>
      <Text fontWeight="600">{name}</Text>
      <Text fontSize="sm" color="fg.muted">
        {number}
      </Text>
    </Box>
  );
}

/** Who was seen at the gate on a day. */
export function GatePage() {
  const lastDay = today();
  const [day, setDay] = useState(lastDay);
  const [people, setPeople] = useState<GatePeople>('all');
  const canIssue = useIsAllowed('student:write');
  const { data: counts, error, reload } = useQuery(gateKeys.day(day), (db) => getGateDay(db, { day }));
  const hasNoCards = counts?.cards === 0;
  return (
    <>
      <PageHeader
        title={t`QR attendance`}
        description={t`Arrivals and departures at the gate. Class registers are filled in from here unless the teacher has taken them.`}
        actions={
          <ButtonLink to={`${gateHome}/scan`} size="sm">
            <Trans>Scan</Trans>
          </ButtonLink>
        }
      />
      <GateNav current="" />
      <Stack gap="6">
        {error && !counts ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <SimpleGrid columns={{ base: 2, lg: 4 }} gap="4">
            <StatCard label={t`Students in`} value={counts ? formatNumber(counts.in) : ''} isLoading={!counts} />
            <StatCard label={t`Late arrivals`} value={counts ? formatNumber(counts.late) : ''} isLoading={!counts} />
            <StatCard label={t`Students out`} value={counts ? formatNumber(counts.out) : ''} isLoading={!counts} />
            <StatCard label={t`Staff`} value={counts ? formatNumber(counts.staff) : ''} isLoading={!counts} />
          </SimpleGrid>
        )}
        {hasNoCards ? (
          <EmptyState
            title={t`Start with the cards`}
            action={
              canIssue ? (
                <ButtonLink to={`${gateHome}/cards`}>
                  <Trans>Issue cards</Trans>
                </ButtonLink>
              ) : undefined
            }
          >
            {isSecurePage() ? (
              <Trans>
                Every student gets a card with a code of their own. Print the cards of a class, hand them out and open Scan on a phone at
                the gate. It also works without a connection.
              </Trans>
            ) : (
              <Trans>
                Every student gets a card with a code of their own. Print the cards of a class, hand them out and open Scan at the gate,
                with a hand scanner: browsers give the camera to pages with https only.
              </Trans>
            )}
          </EmptyState>
        ) : (
          <Box>
            <RecordList
              label={t`Seen at the gate`}
              filters={
                <>
                  <FilterDate label={t`Date`} max={lastDay} value={day} onValueChange={(chosen) => setDay(chosen || lastDay)} />
                  <FilterSelect
                    label={t`Show`}
                    options={gatePeople.map((value) => ({ value, label: peopleLabels[value] }))}
                    value={people}
                    onValueChange={(chosen) => setPeople(gatePeople.find((value) => value === chosen) ?? 'all')}
                  />
                </>
              }
              filterKey={day + people}
              isFiltered={false}
              columns={columns}
              pageSize={25}
              keyOf={({ page }) => gateKeys.log({ day, people, page })}
              query={(db, { page, pageSize }) => listSightings(db, { day, people, page, pageSize })}
              empty={{ title: t`No scans on this day`, text: t`Open Scan on a phone at the gate and hold a card in front of its camera.` }}
            />
          </Box>
        )}
      </Stack>
    </>
  );
}
