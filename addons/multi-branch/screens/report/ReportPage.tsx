import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { Badge, Box, Card, Heading, HStack, SimpleGrid, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FilterDate } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { today } from '@masomo/remote/schoolDay';
import { branchKeys, getBranchReport, type BranchFigures } from '../../data/branches.ts';
import { BranchNav } from '../shared/BranchNav.tsx';
import { formatBalance, formatShillings } from '../shared/branchHome.ts';

const attendance = ({ came, marked }: { came: number; marked: number }) =>
  marked === 0 ? '–' : t`${formatNumber(Math.round((came * 1000) / marked) / 10)} %`;

const columns: DataTableColumn<BranchFigures>[] = [
  {
    id: 'name',
    header: t`Branch`,
    cell: (row) => (
      <Box>
        <Text fontWeight="600">{row.name}</Text>
        <HStack gap="2" wrap="wrap" fontSize="xs" color="fg.muted">
          <Text fontSize="xs">{row.term}</Text>
          {row.is_closed ? <Badge>{t`Closed`}</Badge> : <Badge colorPalette="green">{t`Open`}</Badge>}
        </HStack>
      </Box>
    ),
  },
  { id: 'students', header: t`Students`, align: 'end', cell: ({ students }) => formatNumber(students) },
  { id: 'staff', header: t`Staff`, align: 'end', cell: ({ staff }) => formatNumber(staff) },
  { id: 'attendance', header: t`Attendance`, align: 'end', cell: attendance },
  { id: 'charged', header: t`Charged`, align: 'end', cell: ({ charged }) => formatShillings(charged) },
  { id: 'collected', header: t`Collected`, align: 'end', cell: ({ collected }) => formatShillings(collected) },
  { id: 'balance', header: t`Balance now`, align: 'end', cell: ({ balance }) => formatBalance(balance) },
  { id: 'between', header: t`Owed by other branches`, align: 'end', cell: ({ between }) => formatShillings(between) },
];

/** Every branch beside the others, and their sum. */
export function ReportPage() {
  const [period, setPeriod] = useState(() => ({ from: `${today().slice(0, 8)}01`, to: today() }));
  const { data, error, reload } = useQuery(branchKeys.report(period), (db) => getBranchReport(db, period), { keepPreviousData: true });
  const total = data?.total;
  const figures = total && [
    [t`Students`, formatNumber(total.students)],
    [t`Staff, each counted once`, formatNumber(total.staff)],
    [t`Attendance`, attendance(total)],
    [t`Charged`, formatShillings(total.charged)],
    [t`Collected`, formatShillings(total.collected)],
    [t`Balance now`, formatBalance(total.balance)],
    [t`Between branches`, formatShillings(total.between)],
    [t`Terms still open`, t`${formatNumber(total.open)} of ${formatNumber(data.branches.length)}`],
  ];
  return (
    <>
      <PageHeader title={t`Report across branches`} description={t`Every branch beside the others, and their sum.`} />
      <BranchNav current="/report" />
      <RecordList
        label={t`Branches`}
        columns={columns}
        rows={data?.branches}
        error={error}
        onRetry={reload}
        rowLabel={({ name }) => name}
        empty={{ title: t`No branch yet` }}
        filters={
          <>
            <FilterDate
              label={t`From`}
              max={period.to}
              value={period.from}
              onValueChange={(from) => from && setPeriod({ ...period, from })}
            />
            <FilterDate label={t`To`} min={period.from} value={period.to} onValueChange={(to) => to && setPeriod({ ...period, to })} />
          </>
        }
        export={{
          name: `${t`Branches`} ${period.from} ${period.to}`,
          columns: [
            { title: t`Branch`, value: (row) => row.name },
            { title: t`Term`, value: (row) => row.term ?? '' },
            { title: t`Closed`, value: (row) => (row.is_closed ? t`Yes` : t`No`) },
            { title: t`Students`, value: (row) => row.students },
            { title: t`Staff`, value: (row) => row.staff },
            { title: t`Present`, value: (row) => row.came },
            { title: t`Marked`, value: (row) => row.marked },
            { title: t`Charged`, value: (row) => row.charged },
            { title: t`Collected`, value: (row) => row.collected },
            { title: t`Balance now`, value: (row) => row.balance },
            { title: t`Owed by other branches`, value: (row) => row.between },
          ],
        }}
      />
      {figures && (
        <Card.Root as="section" aria-label={t`All branches`} mt="6">
          <Card.Header>
            <Heading as="h2" size="md">
              <Trans>All branches</Trans>
            </Heading>
          </Card.Header>
          <Card.Body>
            <SimpleGrid as="dl" columns={{ base: 2, md: 4 }} gap="4">
              {figures.map(([label, value]) => (
                <Box key={label}>
                  <Text as="dt" fontSize="sm" color="fg.muted">
                    {label}
                  </Text>
                  <Text as="dd" fontWeight="700" fontSize="lg">
                    {value}
                  </Text>
                </Box>
              ))}
            </SimpleGrid>
          </Card.Body>
        </Card.Root>
      )}
    </>
  );
}
