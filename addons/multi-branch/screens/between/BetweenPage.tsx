import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { formatDate } from '@masomo/domain/time';
import { Card, HStack, Stack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { branchKeys, listBranchDebts, listBranchEntries, type BranchEntry } from '../../data/branches.ts';
import { BranchNav } from '../shared/BranchNav.tsx';
import { formatShillings } from '../shared/branchHome.ts';

const kindLabels = new Map([
  ['payment', t`Payment taken at a desk`],
  ['reversal', t`Payment reversed`],
  ['move', t`Student moved`],
]);
const kindLabel = (kind: string) => kindLabels.get(kind) ?? kind;

const columns: DataTableColumn<BranchEntry>[] = [
  { id: 'entered_on', header: t`Date`, noWrap: true, cell: ({ enteredOn }) => formatDate(enteredOn) },
  { id: 'branch', header: t`Branch`, cell: ({ branch }) => branch },
  { id: 'kind', header: t`Reason`, cell: ({ kind }) => kindLabel(kind) },
  { id: 'reference', header: t`Reference`, cell: ({ reference }) => reference },
  { id: 'amount', header: t`They owe us`, align: 'end', cell: ({ amount }) => formatShillings(amount) },
];

/** What branches owe each other: every amount is in the books of both, so that the sum over all is nil. */
export function BetweenPage() {
  return (
    <ListScreen
      title={t`Between branches`}
      description={t`What other branches owe this one. Below zero, this branch owes it. Over all branches the sum is nil.`}
      columns={columns}
      keyOf={branchKeys.entries}
      query={listBranchEntries}
      rowLabel={({ reference }) => reference}
      empty={{
        title: t`Nothing between branches yet`,
        text: t`When a desk takes fees for another branch, or a student moves with a balance, both branches get an entry here.`,
      }}
      export={{
        name: t`Between branches`,
        columns: [
          { title: t`Date`, value: (row) => row.enteredOn, as: 'day' },
          { title: t`Branch`, value: (row) => row.branch },
          { title: t`Reason`, value: (row) => kindLabel(row.kind) },
          { title: t`Reference`, value: (row) => row.reference },
          { title: t`They owe us`, value: (row) => row.amount },
        ],
      }}
      intro={
        <>
          <BranchNav current="/between" />
          <Debts />
        </>
      }
    />
  );
}

function Debts() {
  const { data } = useQuery(branchKeys.debts(), listBranchDebts);
  if (!data || data.length === 0) return null;
  return (
    <Card.Root as="section" aria-label={t`Owed now`} mb="6" maxW="xl">
      <Card.Body>
        <Stack gap="2">
          {data.map(({ id, branch, amount }) => (
            <HStack key={id} justify="space-between" gap="4">
              <Text>{amount < 0 ? t`We owe ${branch}` : t`${branch} owes us`}</Text>
              <Text fontWeight="700">{formatShillings(Math.abs(amount))}</Text>
            </HStack>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
