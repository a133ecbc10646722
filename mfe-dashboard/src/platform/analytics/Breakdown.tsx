import { Trans } from '@lingui/react/macro';
import { formatNumber } from '@masomo/domain/number';
import { Card, Heading, SkeletonText, Text } from '@masomo/design-system';
import { BarTable } from '@masomo/remote/BarTable';

type BreakdownProps = {
  title: string;
  counts: Record<string, number> | null | undefined;
  labels?: Record<string, string>;
  isLoading: boolean;
};

/** Counts by part, largest first. */
export function Breakdown({ title, counts, labels = {}, isLoading }: BreakdownProps) {
  const rows = Object.entries(counts ?? {}).sort(([, a], [, b]) => b - a);
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
          <BarTable
            title={title}
            rows={rows.map(([name, count]) => ({
              key: name,
              name: labels[name] ?? name.replaceAll('_', ' '),
              figure: formatNumber(count),
              value: count,
            }))}
          />
        )}
      </Card.Body>
    </Card.Root>
  );
}
