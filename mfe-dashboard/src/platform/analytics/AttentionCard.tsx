import type { ReactNode } from 'react';
import { useQuery } from '@masomo/data';
import { listSchoolSubscriptions, platformKeys } from '@masomo/data/platform/subscriptions';
import { getServiceStatus, platformDeskKeys } from '@masomo/data/platform/platformConsole';
import { listTickets, ticketKeys } from '@masomo/data/platform/support';
import { formatNumber } from '@masomo/domain/number';
import { AppLink, Badge, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';

// Only the total is wanted.
const one = { search: '', page: 0, pageSize: 1 };

/** How many schools stand with their subscription so. */
function useSchoolsThatAre(status: string) {
  const filter = { ...one, sort: { column: 'ends_on', descending: false }, status };
  return useQuery(platformKeys.subscriptions(filter), (db) => listSchoolSubscriptions(db, filter));
}

/** What waits for a super admin, each with the way to it. */
export function AttentionCard() {
  const tickets = { ...one, sort: { column: 'created_at', descending: true }, status: 'open' as const, assigneeId: '' };
  const open = useQuery(ticketKeys.list(tickets), (db) => listTickets(db, tickets));
  const [grace, expired] = [useSchoolsThatAre('grace'), useSchoolsThatAre('expired')];
  const services = useQuery(platformDeskKeys.status(), getServiceStatus);
  const asked = [open, grace, expired, services];
  const failed = asked.find(({ error, data }) => error && !data);
  const isRead = asked.every(({ data }) => data !== undefined);
  const waiting = [
    {
      to: '/dashboard/support?status=open',
      count: open.data?.total ?? 0,
      words: 'tickets nobody has begun',
      one: 'ticket nobody has begun',
    },
    {
      to: '/dashboard/subscriptions?status=grace',
      count: grace.data?.total ?? 0,
      words: 'schools in their days of grace',
      one: 'school in its days of grace',
    },
    {
      to: '/dashboard/subscriptions?status=expired',
      count: expired.data?.total ?? 0,
      words: 'schools whose subscription has expired',
      one: 'school whose subscription has expired',
    },
    {
      to: '/dashboard/settings',
      count: services.data?.mail.failed ?? 0,
      words: 'mails that could not be sent',
      one: 'mail that could not be sent',
    },
  ].filter(({ count }) => count > 0);
  return (
    <Card.Root as="section" aria-labelledby="attention">
      <Card.Header>
        <Heading as="h2" size="md" id="attention">
          Needs you
        </Heading>
      </Card.Header>
      <Card.Body>
        {failed?.error && <ErrorState error={failed.error} onRetry={failed.reload} />}
        {!failed && !isRead && <SkeletonText noOfLines={3} />}
        {!failed && isRead && waiting.length === 0 && (
          <Text color="fg.muted">Nothing waits for you: no open tickets, no lapsed subscriptions, every mail sent.</Text>
        )}
        {!failed && isRead && (
          <Stack as="ul" listStyleType="none" ps="0" gap="3">
            {waiting.map(({ to, count, words, one: single }) => (
              <Line key={to}>
                <Badge colorPalette="orange">{formatNumber(count)}</Badge>
                <AppLink to={to} color="accent.fg">
                  {count === 1 ? single : words}
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
