import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { getOrder, orderKeys, setOrderStatus, type OrderDetail } from '@masomo/data/orders';
import { isLocked, orderStatuses, type OrderStatus } from '@masomo/domain/orders';
import { Button, ErrorState, SkeletonText, Stack } from '@masomo/design-system';
import { FormError, SelectField } from '@masomo/design-system/forms';
import { CloseButton, ConfirmDialog, Dialog, Portal } from '@masomo/design-system/overlays';
import { BankTransferForm } from './BankTransferForm.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderPayments } from './OrderPayments.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { ResendMail } from './ResendMail.tsx';
import { ReopenOrder } from './ReopenOrder.tsx';

type OrderDialogProps = { id: string; mayManage: boolean; onClose: () => void };

/** Everything about one order, and what may be done with it. */
export function OrderDialog({ id, mayManage, onClose }: OrderDialogProps) {
  const { data: order, error, reload } = useQuery(orderKeys.one(id), (db) => getOrder(db, id));
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="xl" scrollBehavior="inside" placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header><Dialog.Title>{order ? `Order ${order.orderNumber}` : 'Order Details'}</Dialog.Title></Dialog.Header>
            <Dialog.Body>
              {error && <ErrorState error={error} onRetry={reload} />}
              {!error && !order && <SkeletonText noOfLines={8} gap="4" />}
              {!error && order && <OrderBody key={order.updatedAt} order={order} mayManage={mayManage} onSaved={onClose} />}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild><CloseButton aria-label="Close" /></Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function OrderBody({ order, mayManage, onSaved }: { order: OrderDetail; mayManage: boolean; onSaved: () => void }) {
  return (
    <Stack gap="6">
      <OrderFacts order={order} />
      <OrderLines order={order} />
      <OrderPayments orderId={order.id} mayManage={mayManage} />
      {mayManage && order.paymentMethod === 'bank' && !order.paidAt && order.status !== 'cancelled' && <BankTransferForm order={order} />}
      {mayManage && (isLocked(order.status) ? <ReopenOrder id={order.id} /> : <StatusForm order={order} onSaved={onSaved} />)}
      {mayManage && <OrderTimeline events={order.events} action={<ResendMail id={order.id} />} />}
    </Stack>
  );
}

/** A choice until Save; the two locking states ask first. */
function StatusForm({ order, onSaved }: { order: OrderDetail; onSaved: () => void }) {
  const [status, setStatus] = useState<OrderStatus>(order.status);
  const [isAsking, setIsAsking] = useState(false);
  const save = useCommand(setOrderStatus, { invalidates: ['orders'], onSuccess: onSaved, onError: () => setIsAsking(false) });
  const apply = () => save.run({ id: order.id, status });
  return (
    <Stack gap="3">
      <SelectField
        label="Update Status" value={status} options={orderStatuses.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
        onChange={(event) => setStatus(orderStatuses.find((value) => value === event.currentTarget.value) ?? order.status)}
      />
      <FormError>{save.error?.message}</FormError>
      <Button alignSelf="flex-start" disabled={status === order.status || save.isRunning} onClick={() => (isLocked(status) ? setIsAsking(true) : void apply())}>
        {save.isRunning ? 'Saving...' : 'Save Changes'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking} title={`Set ${order.orderNumber} to ${status}?`} confirmLabel={`Set to ${status}`} tone={status === 'cancelled' ? 'danger' : 'default'}
        body="The order is then locked. It can only be changed again by reopening it with a reason." isBusy={save.isRunning} onConfirm={() => void apply()} onClose={() => setIsAsking(false)}
      />
    </Stack>
  );
}
