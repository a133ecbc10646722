import type { OrderEvent } from '@masomo/data/store/orders';
import { Alert, Button, Stack, Text } from '@masomo/design-system';
import { orderEventLabel } from './orderEventLabel.ts';

/** Tells who is looking at an order what somebody else did to it meanwhile. What was typed stays. */
export function OrderChangesAlert({ news, onRead }: { news: OrderEvent[]; onRead: () => void }) {
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>This order changed while you have it open</Alert.Title>
        <Alert.Description>
          <Stack gap="2" align="start">
            {news.map((event) => (
              <Text key={event.id}>
                {orderEventLabel(event)}
                {event.actorName ? ` by ${event.actorName}` : ''}.{event.note ? ` ${event.note}` : ''}
              </Text>
            ))}
            <Button size="xs" variant="outline" onClick={onRead}>
              Go on with the order as it is now
            </Button>
          </Stack>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
