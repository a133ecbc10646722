import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { analyticsKeys, getStoreAnalytics } from '@masomo/data/store/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';
import { AppLink, Card, EmptyState, ErrorState, Heading, HStack, List, Text } from '@masomo/design-system';
import { PendingRows } from './PendingRows.tsx';

/** The five add-ons with the highest revenue in the last thirty days. */
export function TopSellers() {
  const { data, error, reload } = useQuery(analyticsKeys.of('30d'), (db) => getStoreAnalytics(db, '30d'));
  return (
    <Card.Root as="section" aria-labelledby="top-addons">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="top-addons">
            <Trans>Top add-ons</Trans>
          </Heading>
          <AppLink to="/dashboard/store/analytics" fontSize="sm" color="accent.fg">
            <Trans>Analytics</Trans>
          </AppLink>
        </HStack>
      </Card.Header>
      <Card.Body>
        {error && <ErrorState error={error} onRetry={reload} />}
        {!error && !data && <PendingRows />}
        {data?.addons.length === 0 && (
          <EmptyState title={t`Nothing sold yet`}>
            <Trans>Add-ons sold in the last 30 days appear here.</Trans>
          </EmptyState>
        )}
        {data && data.addons.length > 0 && (
          <List.Root as="ol" listStyle="none" ps="0" gap="3">
            {data.addons.slice(0, 5).map((addon) => (
              <List.Item key={addon.name + addon.category}>
                <HStack justify="space-between" align="start" gap="4">
                  <Text minW="0">
                    <Text as="strong">{addon.name}</Text>{' '}
                    <Text as="span" display={{ base: 'block', md: 'inline' }} color="fg.muted">
                      <Trans>{formatNumber(addon.sales)} sold</Trans>
                    </Text>
                  </Text>
                  <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                    {formatMoney(kes(addon.revenue))}
                  </Text>
                </HStack>
              </List.Item>
            ))}
          </List.Root>
        )}
      </Card.Body>
    </Card.Root>
  );
}
