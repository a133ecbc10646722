import { Trans } from '@lingui/react/macro';
import { formatNumber } from '@masomo/domain/number';
import { Box, Card, Heading, SkeletonText, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';

type BreakdownProps = {
  title: string;
  counts: Record<string, number> | null | undefined;
  labels?: Record<string, string>;
  isLoading: boolean;
};

/** Counts by part, largest first; the bars are decoration for the numbers. */
export function Breakdown({ title, counts, labels = {}, isLoading }: BreakdownProps) {
  const rows = Object.entries(counts ?? {}).sort(([, a], [, b]) => b - a);
  const largest = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <Card.Root>
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        {isLoading && <SkeletonText noOfLines={4} gap="3" />}
        {!isLoading && rows.length === 0 && (
          <Text color="fg.muted">
            <Trans>No data yet.</Trans>
          </Text>
        )}
        {rows.length > 0 && (
          <PlainTable
            label={title}
            hasHead={false}
            css={{ '& tr:last-child > *': { borderBottomWidth: '0' } }}
            columns={[
              { id: 'name', header: '', isRowName: true, css: { w: '40' }, cell: ([name]) => labels[name] ?? name.replaceAll('_', ' ') },
              {
                id: 'bar',
                header: '',
                isDecoration: true,
                cell: ([, count]) => <Box h="2" borderRadius="full" bg="accent.solid" css={{ width: `${(count / largest) * 100}%` }} />,
              },
              { id: 'count', header: '', align: 'end', css: { w: '20' }, cell: ([, count]) => formatNumber(count) },
            ]}
            rows={rows}
            rowKey={([name]) => name}
          />
        )}
      </Card.Body>
    </Card.Root>
  );
}
