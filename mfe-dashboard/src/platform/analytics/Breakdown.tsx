import { Trans } from '@lingui/react/macro';
import { formatNumber } from '@masomo/domain/number';
import { Box, Card, Heading, SkeletonText, Table, Text } from '@masomo/design-system';

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
          <Table.Root size="sm" aria-label={title}>
            <Table.Body>
              {rows.map(([name, count]) => (
                <Table.Row key={name} css={{ '&:last-child > *': { borderBottomWidth: '0' } }}>
                  <Table.ColumnHeader scope="row" w="40">
                    {labels[name] ?? name.replaceAll('_', ' ')}
                  </Table.ColumnHeader>
                  <Table.Cell aria-hidden>
                    <Box h="2" borderRadius="full" bg="accent.solid" css={{ width: `${(count / largest) * 100}%` }} />
                  </Table.Cell>
                  <Table.Cell textAlign="end" w="20" fontVariantNumeric="tabular-nums">
                    {formatNumber(count)}
                  </Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        )}
      </Card.Body>
    </Card.Root>
  );
}
