import { useState } from 'react';
import type { CartPanelProps } from './cart/CartPanel.tsx';
import type { CheckoutDialogProps } from './checkout/CheckoutDialog.tsx';
import { useOnDemand } from './shared/useOnDemand.ts';

const importCartPanel = async () => (await import('./cart/CartPanel.tsx')).CartPanel;
const importCheckout = async () => (await import('./checkout/CheckoutDialog.tsx')).CheckoutDialog;

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
    isWaiting: (isCartOpen && cart.isLoading) || (isCheckoutOpen && checkout.isLoading),
    hasFailed: (isCartOpen && cart.hasFailed) || (isCheckoutOpen && checkout.hasFailed),
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
    retry: () => {
      if (isCartOpen) cart.load();
      if (isCheckoutOpen) checkout.load();
    },
  };
}
export type StoreOverlayState = ReturnType<typeof useStoreOverlays>;
