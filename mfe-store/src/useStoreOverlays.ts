import { useState } from 'react';
import type { CartPanelProps } from './cart/CartPanel.tsx';
import type { CheckoutDialogProps } from './checkout/CheckoutDialog.tsx';
import { useOnDemand } from './shared/useOnDemand.ts';

const importCartPanel = async () => (await import('./cart/CartPanel.tsx')).CartPanel;
const importCheckout = async () => (await import('./checkout/CheckoutDialog.tsx')).CheckoutDialog;

const chunkStatus = (
  isRequested: boolean,
  { isLoading, hasFailed }: { isLoading: boolean; hasFailed: boolean },
): CartPanelProps['checkoutCode'] => {
  if (!isRequested) return 'ready';
  if (hasFailed) return 'failed';
  return isLoading ? 'loading' : 'ready';
};

/** Open state of cart and checkout, whose chunks load on first use. */
export function useStoreOverlays() {
  const cart = useOnDemand<CartPanelProps>(importCartPanel);
  const checkout = useOnDemand<CheckoutDialogProps>(importCheckout);
  const [isCartOpen, setIsCartOpen] = useState(false);
  const [isCheckoutOpen, setIsCheckoutOpen] = useState(false);
  return {
    CartPanel: cart.Component,
    CheckoutDialog: checkout.Component,
    isCartOpen,
    isCheckoutOpen,
    isCartLoading: isCartOpen && cart.isLoading,
    /** The cart's chunk failed to load. */
    hasFailed: isCartOpen && cart.hasFailed,
    checkoutCode: chunkStatus(isCheckoutOpen, checkout),
    /** Loads the chunk ahead of use, when the visitor is about to open the cart. */
    preloadCart: cart.load,
    preloadCheckout: checkout.load,
    openCart: () => {
      cart.load();
      setIsCartOpen(true);
    },
    closeCart: () => setIsCartOpen(false),
    openCheckout: () => {
      checkout.load();
      setIsCheckoutOpen(true);
    },
    closeCheckout: () => setIsCheckoutOpen(false),
    closeAll: () => {
      setIsCheckoutOpen(false);
      setIsCartOpen(false);
    },
    retry: cart.load,
  };
}
export type StoreOverlayState = ReturnType<typeof useStoreOverlays>;
