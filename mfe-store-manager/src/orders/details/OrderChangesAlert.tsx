import type { OrderEvent } from '@masomo/data/store/orders';
import { Alert, Button, Stack, Text } from '@masomo/design-system';
import { orderEventLabel } from './orderEventLabel.ts';

/** Shows what another user changed while the order is open; the form's input is not lost. */
export function OrderChangesAlert({ changes, onAcknowledge }: { changes: OrderEvent[]; onAcknowledge: () => void }) {
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>This order changed while you have it open</Alert.Title>
        <Alert.Description>
          <Stack gap="2" align="start">
            {changes.map((event) => (
              <Text key={event.id}>
                {orderEventLabel(event)}
                {event.actorName ? ` by ${event.actorName}` : ''}.{event.note ? ` ${event.note}` : ''}
              </Text>
            ))}
            <Button size="xs" variant="outline" onClick={onAcknowledge}>
              Go on with the order as it is now
            </Button>
          </Stack>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
