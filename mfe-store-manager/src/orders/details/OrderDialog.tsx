import { useQuery } from '@masomo/data';
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
import { OrderLines } from './OrderLines.tsx';
import { OrderChangesAlert } from './OrderChangesAlert.tsx';
import { OrderNoteForm } from './OrderNoteForm.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { ResendMailButton } from './ResendMailButton.tsx';
import { ReopenOrderForm } from './ReopenOrderForm.tsx';
import { OrderStatusForm } from './OrderStatusForm.tsx';
import { useOrderChanges } from './useOrderChanges.ts';

/** What somebody else does to the order shows while it is open. */
const refreshInterval = 5_000;

type OrderDialogProps = { id: string; mayManage: boolean; onClose: () => void };

/** Everything about one order, and what may be done with it. */
export function OrderDialog({ id, mayManage, onClose }: OrderDialogProps) {
  const { data: order, error, reload } = useQuery(orderKeys.one(id), (db) => getOrder(db, id), { refreshInterval });
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="xl" scrollBehavior="inside" placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{order ? `Order ${order.orderNumber}` : 'Order Details'}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              {error && <ErrorState error={error} onRetry={reload} />}
              {!error && !order && <SkeletonText noOfLines={8} gap="4" />}
              {!error && order && <OrderBody order={order} mayManage={mayManage} onSaved={onClose} />}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton aria-label="Close" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function OrderBody({ order, mayManage, onSaved }: { order: OrderDetail; mayManage: boolean; onSaved: () => void }) {
  const { news, seen, acknowledge } = useOrderChanges(order);
  return (
    <Stack gap="6">
      {mayManage && news.length > 0 && <OrderChangesAlert news={news} onRead={acknowledge} />}
      <OrderInformation order={order} />
      <OrderLines order={order} />
      <OrderLicences licences={order.licences} />
      <OrderDocumentButton orderId={order.id} />
      {!mayManage && <BuyerActions order={order} />}
      <OrderPayments orderId={order.id} mayManage={mayManage} />
      {mayManage && order.paymentMethod === 'bank' && !order.paidAt && order.status !== 'cancelled' && <BankTransferForm order={order} />}
      {mayManage &&
        (isLocked(order.status) ? <ReopenOrderForm id={order.id} /> : <OrderStatusForm order={order} seen={seen} onSaved={onSaved} />)}
      {mayManage && (
        <>
          <OrderTimeline events={order.events} action={<ResendMailButton id={order.id} />} />
          <OrderNoteForm id={order.id} />
        </>
      )}
    </Stack>
  );
}
