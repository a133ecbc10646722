import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OrderEvent } from '@masomo/data/store/orders';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Box, Flex, Heading, List, Text } from '@masomo/design-system';
import { orderEventLabel } from './orderEventLabel.ts';

/** Event log of an order, oldest first; `action` is rendered beside the title. */
export function OrderTimeline({ events, action }: { events: OrderEvent[]; action: ReactNode }) {
  return (
    <Box as="section" aria-labelledby="timeline">
      <Flex justify="space-between" align="center" gap="3" mb="2">
        <Heading as="h3" size="sm" id="timeline">
          <Trans>Timeline</Trans>
        </Heading>
        {action}
      </Flex>
      <List.Root listStyle="none" gap="2">
        {events.map((event) => (
          <List.Item key={event.id} fontSize="sm">
            {orderEventLabel(event)}{' '}
            <Text as="span" color="fg.muted">
              · {formatDateTimeWithSeconds(event.at)}
              {event.actorName && ` · ${event.actorName}`}
            </Text>
            {event.note && <Text color="fg.muted">{event.note}</Text>}
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
