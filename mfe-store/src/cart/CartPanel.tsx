import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@masomo/design-system';
import { CloseButton, Drawer, Portal } from '@masomo/design-system/overlays';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { CurrencyChoice } from '@masomo/data/store/exchangeRate';
import type { PricedCart } from '@masomo/domain/cart';
import { PriceSummary } from '../shared/PriceSummary.tsx';
import type { BuyNowArrival } from '../shared/useBuyNow.ts';
import { CartContent } from './CartContent.tsx';

export type CartPanelProps = {
  isOpen: boolean;
  onClose: () => void;
  priced: PricedCart<StoreItem>;
  arrival: BuyNowArrival | undefined;
  choice: CurrencyChoice;
  onAccept: () => void;
  onCheckout: () => void;
  /** The buyer is about to check out. */
  onIntent: () => void;
  /** Load state of the checkout's chunk. */
  checkoutCode: 'ready' | 'loading' | 'failed';
};

/** The slide-in cart. */
export function CartPanel({ isOpen, onClose, priced, arrival, choice, onAccept, onCheckout, onIntent, checkoutCode }: CartPanelProps) {
  const { lines, total } = priced;
  return (
    <Drawer.Root open={isOpen} onOpenChange={({ open }) => !open && onClose()} size="sm" lazyMount unmountOnExit>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header borderBottomWidth="1px">
              <Drawer.Title>
                <Trans>Your cart</Trans>
              </Drawer.Title>
            </Drawer.Header>
            <Drawer.Body>
              <CartContent priced={priced} arrival={arrival} format={choice.format} onAccept={onAccept} onClose={onClose} />
            </Drawer.Body>
            {lines.length > 0 && (
              <Drawer.Footer borderTopWidth="1px" flexDirection="column" alignItems="stretch" gap="4">
                <PriceSummary lines={lines} total={total} currency={choice.currency} format={choice.format} />
                {checkoutCode === 'failed' && (
                  <Text role="alert" color="danger.fg">
                    <Trans>The checkout did not load. Check your connection and press Checkout again; your cart is kept.</Trans>
                  </Text>
                )}
                <Button size="lg" aria-busy={checkoutCode === 'loading'} onClick={onCheckout} onPointerEnter={onIntent} onFocus={onIntent}>
                  {checkoutCode === 'loading' ? t`Opening checkout...` : t`Checkout`}
                </Button>
              </Drawer.Footer>
            )}
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t`Close`} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
