import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert, Button, ButtonLink, Stack } from '@masomo/design-system';
import type { AddonCategory } from '@masomo/data/store/catalogue';
import { openOrderStore, useOpenOrder, type OpenOrder } from './shared/openOrderStore.ts';
import { orderPath } from './shared/storePaths.ts';
import { useHasCheckoutAttempt } from './shared/checkoutAttempt.ts';
import type { BuyNowArrival } from './shared/useBuyNow.ts';
import type { StoreOverlayState } from './useStoreOverlays.ts';

type Props = { version: AddonCategory | null; arrival: BuyNowArrival | undefined; onDismiss: () => void; overlays: StoreOverlayState };

/** Page-level notices: an unpaid order, a checkout attempt without a response, an unknown Buy Now item, a chunk that failed to load. */
export function StoreNotices({ version, arrival, onDismiss, overlays }: Props) {
  const unpaidOrder = useOpenOrder();
  const hasCheckoutAttempt = useHasCheckoutAttempt();
  return (
    <>
      {unpaidOrder && !overlays.isCheckoutOpen && <UnpaidOrderNotice {...unpaidOrder} />}
      {hasCheckoutAttempt && !overlays.isCheckoutOpen && (
        <Notice
          status="warning"
          title={t`Your last order is not confirmed yet`}
          action={t`Check the order`}
          onAction={overlays.openCheckout}
        >
          <Trans>It was sent, but there is no answer yet. You will not be charged twice.</Trans>
        </Notice>
      )}
      {arrival?.kind === 'unknown' && (
        <Notice
          status="info"
          title={version ? t`${arrival.name} is not sold to your school` : t`${arrival.name} is not sold in the store`}
          action={t`OK`}
          onAction={onDismiss}
        >
          <Trans>Choose from the add-ons below, or write to us and we’ll tell you how to get it.</Trans>
        </Notice>
      )}
      {overlays.hasFailed && (
        <Notice status="error" title={t`The cart could not be opened`} action={t`Try again`} onAction={overlays.retry}>
          <Trans>Part of the page did not load. Check your connection and try again; your cart is kept.</Trans>
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
        <Alert.Title>
          <Trans>Order {orderNumber} is awaiting payment</Trans>
        </Alert.Title>
        <Alert.Description>
          <Trans>Continue where you left off. You will not be charged twice.</Trans>
        </Alert.Description>
      </Alert.Content>
      <Stack gap="2" alignSelf="center">
        <ButtonLink size="sm" variant="outline" to={orderPath(orderNumber)} state={{ email }}>
          <Trans>View order</Trans>
        </ButtonLink>
        <Button size="sm" variant="ghost" onClick={() => openOrderStore.clear(orderNumber)}>
          <Trans>Hide on this device</Trans>
        </Button>
      </Stack>
    </Alert.Root>
  );
}

type NoticeProps = { status: 'info' | 'warning' | 'error'; title: string; children: ReactNode; action: string; onAction: () => void };

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
