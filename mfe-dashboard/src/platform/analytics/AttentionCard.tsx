import { plural } from '@lingui/core/macro';
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
  const [grace, ended] = [useSchoolsWithStatus('grace'), useSchoolsWithStatus('ended')];
  const services = useQuery(platformConsoleKeys.status(), getServiceStatus);
  const orders = useQuery(orderKeys.totals(), getOrderTotals);
  const queries = [openTickets, orders, grace, ended, services];
  const failedQuery = queries.find(({ error, data }) => error && !data);
  const isLoaded = queries.every(({ data }) => data !== undefined);
  const tasks = [
    {
      to: '/dashboard/support?status=open',
      count: openTickets.data?.total ?? 0,
      label: plural(openTickets.data?.total ?? 0, { one: 'open ticket', other: 'open tickets' }),
    },
    {
      to: '/dashboard/store/orders',
      count: orders.data?.pending ?? 0,
      label: plural(orders.data?.pending ?? 0, { one: 'order awaiting payment', other: 'orders awaiting payment' }),
    },
    {
      to: '/dashboard/subscriptions?status=grace',
      count: grace.data?.total ?? 0,
      label: plural(grace.data?.total ?? 0, { one: 'school in its grace period', other: 'schools in their grace period' }),
    },
    {
      to: '/dashboard/subscriptions?status=ended',
      count: ended.data?.total ?? 0,
      label: plural(ended.data?.total ?? 0, {
        one: 'school whose subscription has ended',
        other: 'schools whose subscriptions have ended',
      }),
    },
    {
      to: '/dashboard/settings',
      count: services.data?.mail.failed ?? 0,
      label: plural(services.data?.mail.failed ?? 0, { one: 'email that could not be sent', other: 'emails that could not be sent' }),
    },
  ].filter(({ count }) => count > 0);
  return (
    <Card.Root as="section" aria-labelledby="attention">
      <Card.Header>
        <Heading as="h2" size="md" id="attention">
          <Trans>Needs attention</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {failedQuery?.error && <ErrorState error={failedQuery.error} onRetry={failedQuery.reload} />}
        {!failedQuery && !isLoaded && <SkeletonText noOfLines={3} />}
        {!failedQuery && isLoaded && tasks.length === 0 && (
          <Text color="fg.muted">
            <Trans>Nothing needs attention: no open tickets, no unpaid orders, no lapsed subscriptions, all emails sent.</Trans>
          </Text>
        )}
        {!failedQuery && isLoaded && (
          <Stack as="ul" listStyleType="none" ps="0" gap="3">
            {tasks.map(({ to, count, label }) => (
              <Line key={to}>
                <Badge colorPalette="orange">{formatNumber(count)}</Badge>
                <AppLink to={to} color="accent.fg">
                  {label}
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
