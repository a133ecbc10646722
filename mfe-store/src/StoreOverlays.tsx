import type { CurrencyChoice } from '@masomo/data/store/exchangeRate';
import type { Catalogue } from './catalogue/useCatalogue.ts';
import type { BuyNowArrival } from './shared/useBuyNow.ts';
import { useCartAnalytics } from './shared/cartAnalytics.ts';
import { cartActions, useCart } from './shared/useCart.ts';
import type { StoreOverlayState } from './useStoreOverlays.ts';

type Props = {
  overlays: StoreOverlayState;
  catalogue: Catalogue;
  arrival: BuyNowArrival | undefined;
  choice: CurrencyChoice;
  /** The cart was closed, so the Buy Now notice has been read. */
  onClosed: () => void;
};

/** Cart and checkout on top of the page; each is mounted on first use. */
export function StoreOverlays({ overlays, catalogue, arrival, choice, onClosed }: Props) {
  const { priced } = useCart(catalogue.items);
  useCartAnalytics(priced);
  const { CartPanel, CheckoutDialog } = overlays;
  const accept = () => cartActions.accept(catalogue.items ?? []);
  const close = () => {
    overlays.closeCart();
    onClosed();
  };
  if (!priced) return null;
  return (
    <>
      {CartPanel && (
        <CartPanel
          isOpen={overlays.isCartOpen}
          onClose={close}
          priced={priced}
          arrival={arrival}
          choice={choice}
          onAccept={accept}
          onCheckout={() => {
            // The buyer is about to pay, so the prices shown must be current.
            void catalogue.reload();
            overlays.openCheckout();
          }}
          onIntent={overlays.preloadCheckout}
          checkoutCode={overlays.checkoutCode}
        />
      )}
      {CheckoutDialog && overlays.isCheckoutOpen && (
        <CheckoutDialog
          priced={priced}
          choice={choice}
          onAccept={accept}
          onReload={catalogue.reload}
          onClose={overlays.closeCheckout}
          onDone={overlays.closeAll}
        />
      )}
    </>
  );
}
