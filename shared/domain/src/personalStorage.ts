const modulePrefix = 'masomo-personal:';

/** The key in local storage of personal data of a module or an add-on, such as what somebody is filling in. */
export const personalStorageKey = (feature: string, name: string) => `${modulePrefix}${feature}/${name}`;

/**
 * Keys in local storage of personal data beyond the session: the cart, an order waiting for its payment, a checkout
 * without a response yet. Signing out removes all of it, and what modules and add-ons keep by `personalStorageKey`.
 */
export const personalStorage = {
  /** The cart's owner and what the database has of it. Removed first, so that a removed cart is not mistaken for an emptied one. */
  savedCart: 'storeCartSaved',
  cart: 'storeCart',
  /** Idempotency key of the order, shared by all tabs. */
  cartOrderKey: 'storeCartOrderKey',
  openOrder: 'openOrder',
  checkoutAttempt: 'checkoutAttempt',
  /** Role and school that the signed-in person had last, for a start at which they cannot be read. */
  lastRole: 'masomo-role',
  /** Whose key it is, and the key that opens what this device has not sent yet (`@masomo/remote/offline`). */
  outboxKey: 'masomo-outbox-key',
  /** Random id of the cart, for the rate of abandoned carts. */
  cartAnalyticsId: 'storeCartNumber',
} as const;

/** Removes all personal data from this browser's local storage. */
export function clearPersonalStorage(): void {
  try {
    const ofModules = Object.keys(window.localStorage).filter((key) => key.startsWith(modulePrefix));
    for (const key of [...Object.values(personalStorage), ...ofModules]) {
      if (window.localStorage.getItem(key) === null) continue;
      window.localStorage.removeItem(key);
      // The browser notifies other tabs only.
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    }
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Removes the key of what waits on this device, unless it is that of `person`: the next person on the device reads none of it. */
export function forgetOutboxKey(person?: string): void {
  try {
    const owner = window.localStorage.getItem(personalStorage.outboxKey)?.split(' ')[0];
    if (owner !== person) window.localStorage.removeItem(personalStorage.outboxKey);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
