import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { setOrderStatuses, type BulkStatusResult } from '@masomo/data/store/orders';
import { isLocked, orderStatuses, type OrderStatus } from '@masomo/domain/orders';
import { Button, HStack, toaster } from '@masomo/design-system';
import { NativeSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { orderStatusLabel, orderStatusOptions } from '../shared/orderStatusLabels.ts';

type BulkStatusFormProps = { ids: ReadonlySet<string>; onDone: () => void };

function notifyResults(status: OrderStatus, results: readonly BulkStatusResult[]): void {
  const changed = results.filter(({ isChanged }) => isChanged).length;
  const refused = results.flatMap(({ refusal }) => refusal ?? []);
  const title = t`${changed} of ${results.length} ${plural(results.length, { one: 'order', other: 'orders' })} set to ${orderStatusLabel(status)}`;
  if (refused.length === 0) toaster.success({ title });
  else
    toaster.warning({
      title,
      description: `${refused.slice(0, 3).join(' ')}${refused.length > 3 ? t` And ${refused.length - 3} more.` : ''}`,
    });
}

/** Sets one status for the selected orders; the two locking statuses ask for confirmation. */
export function BulkStatusForm({ ids, onDone }: BulkStatusFormProps) {
  const [status, setStatus] = useState<OrderStatus>('processing');
  const [isConfirming, setIsConfirming] = useState(false);
  const set = useCommand(setOrderStatuses, {
    invalidates: ['orders'],
    onSuccess: (results) => {
      notifyResults(status, results);
      onDone();
    },
    onError: (error) => toaster.error(failureMessage(error, t`No orders were changed`)),
  });
  const apply = () => set.run({ ids: [...ids], status }).finally(() => setIsConfirming(false));
  return (
    <HStack gap="2">
      <NativeSelect.Root size="sm" w="36">
        <NativeSelect.Field
          aria-label={t`Status of the selected orders`}
          value={status}
          onChange={(event) => setStatus(orderStatuses.find((value) => value === event.currentTarget.value) ?? status)}
        >
          {orderStatusOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <Button size="sm" disabled={set.isRunning} onClick={() => (isLocked(status) ? setIsConfirming(true) : void apply())}>
        {set.isRunning ? t`Setting...` : t`Set status`}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Set ${ids.size} ${plural(ids.size, { one: 'order', other: 'orders' })} to ${orderStatusLabel(status)}?`}
        confirmLabel={t`Set to ${orderStatusLabel(status)}`}
        tone={status === 'cancelled' ? 'danger' : 'default'}
        body={
          status === 'completed'
            ? t`They are then locked. Each can only be changed again by reopening it with a reason. Unpaid orders stay as they are: complete them one by one and say how they were paid.`
            : t`They are then locked. Each can only be changed again by reopening it with a reason.`
        }
        isBusy={set.isRunning}
        onConfirm={() => void apply()}
        onClose={() => setIsConfirming(false)}
      />
    </HStack>
  );
}
