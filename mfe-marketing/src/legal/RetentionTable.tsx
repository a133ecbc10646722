import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listRetentionRules, retentionKeys, type RetentionRule } from '@masomo/data/platform/retention';
import { SkeletonText, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
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
      <PlainTable
        label={t`Retention periods`}
        scrollLabel={t`Retention periods, scrolls`}
        size="md"
        css={{ '& td': { verticalAlign: 'top', fontSize: 'md' } }}
        columns={[
          { id: 'data', header: t`Data`, lang: langOf, css: { minWidth: '12rem', whiteSpace: 'normal' }, cell: ({ data }) => data },
          { id: 'period', header: t`Period`, css: { minWidth: '9rem' }, cell: periodOf },
          {
            id: 'from',
            header: t`Counted from`,
            lang: langOf,
            css: { minWidth: '9rem', whiteSpace: 'normal' },
            cell: (rule) => rule.counted_from,
          },
          { id: 'reason', header: t`Reason`, lang: langOf, css: { minWidth: '12rem', whiteSpace: 'normal' }, cell: ({ reason }) => reason },
        ]}
        rows={rules}
        rowKey={({ key }) => key}
      />
    </>
  );
}

const langOf = ({ lang }: RetentionRule) => lang;

function periodOf({ months, ending }: RetentionRule): string {
  const period =
    months % 12 === 0 ? plural(months / 12, { one: '# year', other: '# years' }) : plural(months, { one: '# month', other: '# months' });
  return ending === 'kept' ? t`At least ${period}` : period;
}
