import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listRetentionRules, retentionKeys, type RetentionRule } from '@masomo/data/platform/retention';
import { SkeletonText, Table, Text } from '@masomo/design-system';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { useSiteQuery } from '../shared/useSiteQuery.ts';

/** The retention periods of the database: what the policy promises is what the jobs delete by. */
export function RetentionTable() {
  const { data: rules, error, reload } = useSiteQuery(retentionKeys.rules(), (db) => listRetentionRules(db));
  if (!rules) return error ? <LoadFailure error={error} onRetry={reload} /> : <SkeletonText noOfLines={6} gap="3" />;
  return (
    <>
      <Text marginBottom="4">
        <Trans>Records are deleted automatically at the end of their period.</Trans>
      </Text>
      <Table.ScrollArea tabIndex={0} role="region" aria-label={t`Retention periods, scrolls`}>
        <Table.Root aria-label={t`Retention periods`} fontSize="md">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>
                <Trans>Data</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader>
                <Trans>Period</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader>
                <Trans>Counted from</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader>
                <Trans>Reason</Trans>
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {rules.map((rule) => (
              <Table.Row key={rule.key} verticalAlign="top">
                <Table.Cell lang={rule.lang} minWidth="12rem" whiteSpace="normal">
                  {rule.data}
                </Table.Cell>
                <Table.Cell minWidth="9rem">{periodOf(rule)}</Table.Cell>
                <Table.Cell lang={rule.lang} minWidth="9rem" whiteSpace="normal">
                  {rule.counted_from}
                </Table.Cell>
                <Table.Cell lang={rule.lang} minWidth="12rem" whiteSpace="normal">
                  {rule.reason}
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
    </>
  );
}

function periodOf({ months, ending }: RetentionRule): string {
  const period =
    months % 12 === 0 ? plural(months / 12, { one: '# year', other: '# years' }) : plural(months, { one: '# month', other: '# months' });
  return ending === 'kept' ? t`At least ${period}` : period;
}
