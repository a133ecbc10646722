import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OrderEvent } from '@masomo/data/store/orders';
import { Alert, Button, Stack, Text } from '@masomo/design-system';
import { orderEventLabel } from './orderEventLabel.ts';

/** Shows what another user changed while the order is open; the form's input is not lost. */
export function OrderChangesAlert({ changes, onAcknowledge }: { changes: OrderEvent[]; onAcknowledge: () => void }) {
  return (
    <Alert.Root status="warning" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          <Trans>This order changed while you had it open</Trans>
        </Alert.Title>
        <Alert.Description>
          <Stack gap="2" align="start">
            {changes.map((event) => (
              <Text key={event.id}>
                {orderEventLabel(event)}
                {event.actorName ? t` by ${event.actorName}` : ''}.{event.note ? ` ${event.note}` : ''}
              </Text>
            ))}
            <Button size="xs" variant="outline" onClick={onAcknowledge}>
              <Trans>Continue with the updated order</Trans>
            </Button>
          </Stack>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
