import { t } from '@lingui/core/macro';
import { Allowed, useIsAllowed } from '@masomo/auth';
import { useQuery, type LiveTopic } from '@masomo/data';
import { getOrder, orderKeys, type OrderDetail } from '@masomo/data/store/orders';
import { isLocked } from '@masomo/domain/orders';
import { ErrorState, SkeletonText, Stack } from '@masomo/design-system';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { BankTransferForm } from '../payments/BankTransferForm.tsx';
import { BuyerActions } from './BuyerActions.tsx';
import { OrderInformation } from './OrderInformation.tsx';
import { OrderDocumentButton } from './OrderDocumentButton.tsx';
import { OrderPayments } from '../payments/OrderPayments.tsx';
import { OrderLicences } from './OrderLicences.tsx';
import { OrderServices } from '../services/OrderServices.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderChangesAlert } from './OrderChangesAlert.tsx';
import { OrderNoteForm } from './OrderNoteForm.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { ResendMailButton } from './ResendMailButton.tsx';
import { ReopenOrderForm } from './ReopenOrderForm.tsx';
import { OrderStatusForm } from './OrderStatusForm.tsx';
import { TaxDocuments } from './TaxDocuments.tsx';
import { useOrderChanges } from './useOrderChanges.ts';

/** What an order's dialog shows, so that what others do to it appears while it is open. */
const partsOf = (id: string): LiveTopic[] => [
  `orders:${id}`,
  `order_events:${id}`,
  `payments:${id}`,
  `payment_attempts:${id}`,
  `refunds:${id}`,
  `service_fulfilments:${id}`,
];

type OrderDialogProps = { id: string; onClose: () => void };

/** Details of one order with the actions the user is allowed. */
export function OrderDialog({ id, onClose }: OrderDialogProps) {
  const { data: order, error, reload } = useQuery(orderKeys.one(id), (db) => getOrder(db, id), { live: partsOf(id) });
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="xl" scrollBehavior="inside" placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{order ? t`Order ${order.orderNumber}` : t`Order Details`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              {error && <ErrorState error={error} onRetry={reload} />}
              {!error && !order && <SkeletonText noOfLines={8} gap="4" />}
              {!error && order && <OrderBody order={order} onSaved={onClose} />}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton aria-label={t`Close`} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function OrderBody({ order, onSaved }: { order: OrderDetail; onSaved: () => void }) {
  const { changes, seenUpdatedAt, acknowledge } = useOrderChanges(order);
  const canSetStatus = useIsAllowed('order:set-status');
  const awaitsTransfer = order.paymentMethod === 'bank' && !order.paidAt && order.status !== 'cancelled';
  return (
    <Stack gap="6">
      {canSetStatus && changes.length > 0 && <OrderChangesAlert changes={changes} onAcknowledge={acknowledge} />}
      <OrderInformation order={order} />
      <OrderLines order={order} />
      <OrderLicences licences={order.licences} />
      <OrderServices orderId={order.id} />
      <OrderDocumentButton orderId={order.id} />
      <Allowed to="store:buy">
        <BuyerActions order={order} />
      </Allowed>
      <OrderPayments orderId={order.id} surplus={order.surplus} />
      <Allowed to="payment:confirm">
        <TaxDocuments orderId={order.id} />
      </Allowed>
      {awaitsTransfer && (
        <Allowed to="payment:confirm">
          <BankTransferForm order={order} />
        </Allowed>
      )}
      {isLocked(order.status) && (
        <Allowed to="order:reopen">
          <ReopenOrderForm id={order.id} />
        </Allowed>
      )}
      {!isLocked(order.status) && canSetStatus && <OrderStatusForm order={order} seenUpdatedAt={seenUpdatedAt} onSaved={onSaved} />}
      <Allowed to="order:read-timeline">
        <OrderTimeline
          events={order.events}
          action={
            <Allowed to="order:resend-mail">
              <ResendMailButton id={order.id} />
            </Allowed>
          }
        />
      </Allowed>
      <Allowed to="order:add-note">
        <OrderNoteForm id={order.id} />
      </Allowed>
    </Stack>
  );
}
