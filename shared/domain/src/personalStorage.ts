/**
 * What a browser keeps of a person beyond their session: the cart, an order that waits for its payment, an order that got
 * no answer yet. Signing out takes all of it away.
 */
export const personalStorage = {
  /** Whose cart it is and what of it the database holds. First, so that a cart taken away is never taken for one that was emptied. */
  savedCart: 'storeCartSaved',
  cart: 'storeCart',
  /** Under which the cart is ordered, in whatever tab. */
  cartOrderKey: 'storeCartOrderKey',
  openOrder: 'openOrder',
  checkoutAttempt: 'checkoutAttempt',
  /** Random number of the cart, for the figure of abandoned carts. */
  cartAnalyticsId: 'storeCartNumber',
} as const;

/** Takes away what this browser keeps of a person; a browser that stores nothing has nothing to forget. */
export function clearPersonalStorage(): void {
  try {
    for (const key of Object.values(personalStorage)) {
      if (window.localStorage.getItem(key) === null) continue;
      window.localStorage.removeItem(key);
      // Other tabs hear of it from the browser, this one does not.
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    }
  } catch {
    // Storage is refused: nothing was kept.
  }
}
