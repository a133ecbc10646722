import { Alert, Button, ButtonLink, Stack } from '@masomo/design-system';
import { openOrderStore, useOpenOrder, type OpenOrder } from './shared/openOrderStore.ts';
import { orderPath } from './shared/storePaths.ts';
import { useHasCheckoutAttempt } from './shared/checkoutAttempt.ts';
import type { BuyNowArrival } from './shared/useBuyNow.ts';
import type { StoreOverlayState } from './useStoreOverlays.ts';

type Props = { arrival: BuyNowArrival | undefined; onDismiss: () => void; overlays: StoreOverlayState };

/** Page-level notices: an unpaid order, a checkout attempt without a response, an unknown Buy Now item, a chunk that failed to load. */
export function StoreNotices({ arrival, onDismiss, overlays }: Props) {
  const unpaidOrder = useOpenOrder();
  const hasCheckoutAttempt = useHasCheckoutAttempt();
  return (
    <>
      {unpaidOrder && !overlays.isCheckoutOpen && <UnpaidOrderNotice {...unpaidOrder} />}
      {hasCheckoutAttempt && !overlays.isCheckoutOpen && (
        <Notice status="warning" title="Your last order has no answer yet" action="See what became of it" onAction={overlays.openCheckout}>
          It was sent, and no answer came back so far. You will not be charged or served twice.
        </Notice>
      )}
      {arrival?.kind === 'unknown' && (
        <Notice status="info" title={`${arrival.name} is not sold in the store`} action="OK" onAction={onDismiss}>
          Choose from the add-ons below, or write to us and we tell you how to get it.
        </Notice>
      )}
      {overlays.hasFailed && (
        <Notice status="error" title="The cart could not be opened" action="Try again" onAction={overlays.retry}>
          Part of the page did not load. Check your connection and try again; your cart is kept.
        </Notice>
      )}
    </>
  );
}

function UnpaidOrderNotice({ orderNumber, email }: OpenOrder) {
  return (
    <Alert.Root status="info" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Order {orderNumber} waits for its payment</Alert.Title>
        <Alert.Description>You can go on paying where you left; nothing is charged twice.</Alert.Description>
      </Alert.Content>
      <Stack gap="2" alignSelf="center">
        <ButtonLink size="sm" variant="outline" to={orderPath(orderNumber)} state={{ email }}>
          See how it stands
        </ButtonLink>
        <Button size="sm" variant="ghost" onClick={() => openOrderStore.clear(orderNumber)}>
          Hide on this device
        </Button>
      </Stack>
    </Alert.Root>
  );
}

type NoticeProps = { status: 'info' | 'warning' | 'error'; title: string; children: string; action: string; onAction: () => void };

function Notice({ status, title, children, action, onAction }: NoticeProps) {
  return (
    <Alert.Root status={status} role={status === 'error' ? 'alert' : 'status'}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{children}</Alert.Description>
      </Alert.Content>
      <Button size="sm" variant="outline" alignSelf="center" onClick={onAction}>
        {action}
      </Button>
    </Alert.Root>
  );
}
