import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useQuery } from '@masomo/data';
import { listSchoolSubscriptions, subscriptionKeys } from '@masomo/data/platform/subscriptions';
import { getServiceStatus, platformConsoleKeys } from '@masomo/data/platform/platformConsole';
import { listTickets, ticketKeys } from '@masomo/data/platform/support';
import { getOrderTotals, orderKeys } from '@masomo/data/store/orders';
import { formatNumber } from '@masomo/domain/number';
import { AppLink, Badge, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';

// Only the total is needed.
const countOnly = { search: '', page: 0, pageSize: 1 };

/** Counts the schools whose subscription has this status. */
function useSchoolsWithStatus(status: string) {
  const filter = { ...countOnly, sort: { column: 'ends_on', descending: false }, status };
  return useQuery(subscriptionKeys.list(filter), (db) => listSchoolSubscriptions(db, filter));
}

export function AttentionCard() {
  const tickets = { ...countOnly, sort: { column: 'created_at', descending: true }, status: 'open' as const, assigneeId: '' };
  const openTickets = useQuery(ticketKeys.list(tickets), (db) => listTickets(db, tickets));
  const [grace, expired] = [useSchoolsWithStatus('grace'), useSchoolsWithStatus('expired')];
  const services = useQuery(platformConsoleKeys.status(), getServiceStatus);
  const orders = useQuery(orderKeys.totals(), getOrderTotals);
  const queries = [openTickets, orders, grace, expired, services];
  const failedQuery = queries.find(({ error, data }) => error && !data);
  const isLoaded = queries.every(({ data }) => data !== undefined);
  const tasks = [
    {
      to: '/dashboard/support?status=open',
      count: openTickets.data?.total ?? 0,
      plural: 'tickets nobody has begun',
      singular: 'ticket nobody has begun',
    },
    {
      to: '/dashboard/store/orders',
      count: orders.data?.pending ?? 0,
      plural: 'orders that wait for their payment',
      singular: 'order that waits for its payment',
    },
    {
      to: '/dashboard/subscriptions?status=grace',
      count: grace.data?.total ?? 0,
      plural: 'schools in their days of grace',
      singular: 'school in its days of grace',
    },
    {
      to: '/dashboard/subscriptions?status=expired',
      count: expired.data?.total ?? 0,
      plural: 'schools whose subscription has expired',
      singular: 'school whose subscription has expired',
    },
    {
      to: '/dashboard/settings',
      count: services.data?.mail.failed ?? 0,
      plural: 'mails that could not be sent',
      singular: 'mail that could not be sent',
    },
  ].filter(({ count }) => count > 0);
  return (
    <Card.Root as="section" aria-labelledby="attention">
      <Card.Header>
        <Heading as="h2" size="md" id="attention">
          <Trans>Needs you</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {failedQuery?.error && <ErrorState error={failedQuery.error} onRetry={failedQuery.reload} />}
        {!failedQuery && !isLoaded && <SkeletonText noOfLines={3} />}
        {!failedQuery && isLoaded && tasks.length === 0 && (
          <Text color="fg.muted">
            <Trans>Nothing waits for you: no open tickets, no pending orders, no lapsed subscriptions, every mail sent.</Trans>
          </Text>
        )}
        {!failedQuery && isLoaded && (
          <Stack as="ul" listStyleType="none" ps="0" gap="3">
            {tasks.map(({ to, count, plural, singular }) => (
              <Line key={to}>
                <Badge colorPalette="orange">{formatNumber(count)}</Badge>
                <AppLink to={to} color="accent.fg">
                  {count === 1 ? singular : plural}
                </AppLink>
              </Line>
            ))}
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <HStack as="li" gap="3">
      {children}
    </HStack>
  );
}
