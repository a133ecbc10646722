import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { setOrderStatuses, type BulkStatusResult } from '@masomo/data/store/orders';
import { isLocked, orderStatuses, type OrderStatus } from '@masomo/domain/orders';
import { Button, HStack } from '@masomo/design-system';
import { NativeSelect } from '@masomo/design-system/forms';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';

type BulkStatusFormProps = { ids: ReadonlySet<string>; onDone: () => void };

function tell(status: OrderStatus, outcomes: readonly BulkStatusResult[]): void {
  const changed = outcomes.filter(({ isChanged }) => isChanged).length;
  const refused = outcomes.flatMap(({ refusal }) => refusal ?? []);
  const title = `${changed} of ${outcomes.length} ${outcomes.length === 1 ? 'order' : 'orders'} set to ${status}`;
  if (refused.length === 0) toaster.success({ title });
  else
    toaster.warning({
      title,
      description: `${refused.slice(0, 3).join(' ')}${refused.length > 3 ? ` And ${refused.length - 3} more.` : ''}`,
    });
}

/** One status for the chosen orders; the two locking ones ask first. */
export function BulkStatusForm({ ids, onDone }: BulkStatusFormProps) {
  const [status, setStatus] = useState<OrderStatus>('processing');
  const [isAsking, setIsAsking] = useState(false);
  const set = useCommand(setOrderStatuses, {
    invalidates: ['orders'],
    onSuccess: (outcomes) => {
      tell(status, outcomes);
      onDone();
    },
    onError: (error) => toaster.error({ title: 'No order was changed', description: error.message }),
  });
  const apply = () => set.run({ ids: [...ids], status }).finally(() => setIsAsking(false));
  return (
    <HStack gap="2">
      <NativeSelect.Root size="sm" w="36">
        <NativeSelect.Field
          aria-label="Status of the chosen orders"
          value={status}
          onChange={(event) => setStatus(orderStatuses.find((value) => value === event.currentTarget.value) ?? status)}
        >
          {orderStatuses.map((value) => (
            <option key={value} value={value}>
              {value[0]?.toUpperCase()}
              {value.slice(1)}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <Button size="sm" disabled={set.isRunning} onClick={() => (isLocked(status) ? setIsAsking(true) : void apply())}>
        {set.isRunning ? 'Setting...' : 'Set status'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Set ${ids.size} ${ids.size === 1 ? 'order' : 'orders'} to ${status}?`}
        confirmLabel={`Set to ${status}`}
        tone={status === 'cancelled' ? 'danger' : 'default'}
        body="They are then locked. Each can only be changed again by reopening it with a reason."
        isBusy={set.isRunning}
        onConfirm={() => void apply()}
        onClose={() => setIsAsking(false)}
      />
    </HStack>
  );
}
