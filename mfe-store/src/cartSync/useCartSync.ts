import { useEffect, useState, useSyncExternalStore } from 'react';
import { sessionStore } from '@masomo/auth';
import { getDb, useQuery } from '@masomo/data';
import { getSavedCart, saveCart, savedCartKeys } from '@masomo/data/store/savedCart';
import type { Cart } from '@masomo/domain/cart';
import { nextSyncStep, type SavedCart } from '@masomo/domain/savedCart';
import { withTabLock } from '@masomo/domain/tabLock';
import { cartStore } from '../shared/cartStore.ts';
import { lastSyncedCart } from '../shared/lastSyncedCart.ts';

/** Several clicks on plus are saved as one change. */
const saveDebounceMs = 600;

export type CartSyncState = {
  /** The local and the account's cart, while they differ and the user has not chosen. */
  conflict: { localCart: Cart; accountCart: Cart } | undefined;
  resolve: (lines: Cart) => void;
};

/** Syncs this browser's cart with the account's: at sign-in, with every change, and when another device changes it. */
export function useCartSync(userId: string): CartSyncState {
  const { data: fetchedCart } = useQuery(savedCartKeys.of(userId), (db) => getSavedCart(db, userId), { live: ['saved_carts'] });
  const [lastResponse, setLastResponse] = useState<SavedCart>();
  const [failureCount, setFailureCount] = useState(0);
  const cart = useSyncExternalStore(cartStore.subscribe, cartStore.get, cartStore.getServer);
  const lastSyncedText = useSyncExternalStore(lastSyncedCart.subscribe, lastSyncedCart.readText, () => null);
  // The response of a save is newer than a cart that was fetched before it.
  const savedCart = lastResponse && fetchedCart && lastResponse.version > fetchedCart.version ? lastResponse : fetchedCart;
  const step = savedCart && nextSyncStep(userId, cart, lastSyncedCart.get(), savedCart);

  // The stores live outside React: each change of one leads to the next step until both carts agree.
  useEffect(() => {
    if (!savedCart) return undefined;
    // Reads the store again because the cart may have changed since this render.
    const next = nextSyncStep(userId, cartStore.get(), lastSyncedCart.get(), savedCart);
    if (next.do === 'adopt' || next.do === 'merge') {
      lastSyncedCart.set({ userId, ...savedCart });
      cartStore.update(() => (next.do === 'merge' ? next.lines : savedCart.lines));
    }
    if (next.do !== 'save') return undefined;
    const timer = setTimeout(
      () => {
        saveWithTabLock(userId, savedCart).then(
          (response) => response && setLastResponse(response),
          (error: unknown) => {
            console.warn('The cart could not be saved to the account; retrying.', error);
            setFailureCount((count) => count + 1);
          },
        );
      },
      saveDebounceMs * 2 ** Math.min(failureCount, 6),
    );
    return () => clearTimeout(timer);
  }, [userId, savedCart, cart, lastSyncedText, failureCount]);

  return {
    conflict: savedCart && step?.do === 'ask' ? { localCart: cart, accountCart: savedCart.lines } : undefined,
    resolve: (lines) => {
      if (!savedCart) return;
      lastSyncedCart.set({ userId, ...savedCart });
      cartStore.update(() => lines);
    },
  };
}

/** Decides again under the lock, because another tab may have saved the same change since. */
function saveWithTabLock(userId: string, savedCart: SavedCart): Promise<SavedCart | undefined> {
  return withTabLock('cart', async () => {
    const lines = cartStore.get();
    const step = nextSyncStep(userId, lines, lastSyncedCart.get(), savedCart);
    if (step.do !== 'save') return undefined;
    const { isSaved, ...response } = await saveCart(await getDb(), { lines, version: step.version });
    // After a sign-out in the meantime nothing of this user may be stored here.
    if (isSaved && sessionStore.get().user?.id === userId) lastSyncedCart.set({ userId, version: response.version, lines });
    return response;
  });
}
