import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Db } from '@masomo/data';
import { listRetentionRules, retentionKeys, type RetentionRule } from '@masomo/data/platform/retention';
import { Box, Stack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { processingActivities, type ProcessingActivity } from './processingActivities.ts';

type Entry = ProcessingActivity & { periods: RetentionRule[] };

/** The school's register of what it does with personal data; the periods are those that the jobs delete by. */
export function ProcessingPage() {
  const columns: DataTableColumn<Entry>[] = [
    { id: 'name', header: t`Activity`, cell: ({ name, purpose }) => <Described title={name} text={purpose} /> },
    { id: 'data', header: t`People and data`, cell: ({ people, data }) => <Described title={people} text={data} /> },
    { id: 'basis', header: t`Legal basis`, cell: ({ basis }) => <Box maxW="24ch">{basis}</Box> },
    { id: 'recipients', header: t`Who receives it`, cell: ({ recipients }) => <Box maxW="30ch">{recipients}</Box> },
    {
      id: 'kept',
      header: t`Kept for`,
      cell: ({ periods, keptFor }) => (
        <Stack gap="1" maxW="30ch">
          {keptFor && <Text>{keptFor}</Text>}
          {periods.map((rule) => (
            <Text key={rule.key}>
              <span lang={rule.lang}>{rule.data}</span>: {periodOf(rule)}
            </Text>
          ))}
        </Stack>
      ),
    },
  ];
  return (
    <ListScreen
      title={t`Processing register`}
      description={
        <Trans>
          What the school does with personal data in this system, why, who receives it and how long it is kept. The Data Protection
          Commissioner may ask for it.
        </Trans>
      }
      columns={columns}
      sort={{ column: 'name', descending: false }}
      keyOf={() => [...retentionKeys.rules(), 'processing']}
      query={listEntries}
      empty={{ title: t`No entries`, text: t`Reload the page to read the register again.` }}
      export={{
        name: t`Processing register`,
        columns: [
          { title: t`Activity`, value: (row) => row.name },
          { title: t`Purpose`, value: (row) => row.purpose },
          { title: t`People`, value: (row) => row.people },
          { title: t`Data`, value: (row) => row.data },
          { title: t`Legal basis`, value: (row) => row.basis },
          { title: t`Who receives it`, value: (row) => row.recipients },
          {
            title: t`Kept for`,
            value: ({ keptFor, periods }) =>
              [...(keptFor ? [keptFor] : []), ...periods.map((rule) => `${rule.data}: ${periodOf(rule)}`)].join('; '),
          },
        ],
      }}
    />
  );
}

async function listEntries(db: Db) {
  const rules = await listRetentionRules(db);
  const rows = processingActivities.map((activity: ProcessingActivity) => ({
    ...activity,
    periods: rules.filter(({ key }) => activity.rules.includes(key)),
  }));
  return { rows, total: rows.length };
}

function periodOf({ months, ending }: RetentionRule): string {
  const period = plural(months, { one: '# month', other: '# months' });
  return ending === 'kept' ? t`at least ${period}` : period;
}

function Described({ title, text }: { title: string; text: string }) {
  return (
    <Box maxW="36ch">
      <Text fontWeight="600">{title}</Text>
      <Text fontSize="sm" color="fg.muted">
        {text}
      </Text>
    </Box>
  );
}
