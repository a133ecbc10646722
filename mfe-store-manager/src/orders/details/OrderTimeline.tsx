import type { ReactNode } from 'react';
import type { OrderEvent } from '@masomo/data/store/orders';
import { Box, Flex, Heading, List, Text } from '@masomo/design-system';
import { wordsOfEvent } from './orderEventLabel.ts';

const moment = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Nairobi' });

/** What happened to an order, oldest first; `action` stands beside the title. */
export function OrderTimeline({ events, action }: { events: OrderEvent[]; action: ReactNode }) {
  return (
    <Box as="section" aria-labelledby="timeline">
      <Flex justify="space-between" align="center" gap="3" mb="2">
        <Heading as="h3" size="sm" id="timeline">
          Timeline
        </Heading>
        {action}
      </Flex>
      <List.Root listStyle="none" gap="2">
        {events.map((event) => (
          <List.Item key={event.id} fontSize="sm">
            {wordsOfEvent(event)}{' '}
            <Text as="span" color="fg.muted">
              · {moment.format(new Date(event.at))}
              {event.by && ` · ${event.by}`}
            </Text>
            {event.note && <Text color="fg.muted">{event.note}</Text>}
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
