import { useState } from 'react';
import type { CartPanelProps } from './cart/CartPanel.tsx';
import type { CheckoutDialogProps } from './checkout/CheckoutDialog.tsx';
import { useOnDemand } from './shared/useOnDemand.ts';

const importCartPanel = async () => (await import('./cart/CartPanel.tsx')).CartPanel;
const importCheckout = async () => (await import('./checkout/CheckoutDialog.tsx')).CheckoutDialog;

const codeOf = (
  isWanted: boolean,
  { isLoading, hasFailed }: { isLoading: boolean; hasFailed: boolean },
): CartPanelProps['checkoutCode'] => {
  if (!isWanted) return 'ready';
  if (hasFailed) return 'failed';
  return isLoading ? 'loading' : 'ready';
};

/** Which of cart and checkout is open, and their code, fetched on first use. */
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
    isWaiting: isCartOpen && cart.isLoading,
    /** The cart's code could not be fetched. */
    hasFailed: isCartOpen && cart.hasFailed,
    checkoutCode: codeOf(isCheckoutOpen, checkout),
    /** Fetches the code before it is needed: the visitor is about to open the cart. */
    prepareCart: cart.load,
    prepareCheckout: checkout.load,
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
