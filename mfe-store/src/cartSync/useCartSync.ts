import { useEffect, useState, useSyncExternalStore } from 'react';
import { sessionStore } from '@masomo/auth';
import { getDb, useQuery } from '@masomo/data';
import { getSavedCart, saveCart, savedCartKeys } from '@masomo/data/store/savedCart';
import type { Cart } from '@masomo/domain/cart';
import { nextCartStep, type SavedCart } from '@masomo/domain/savedCart';
import { withTabLock } from '../shared/browserStorage.ts';
import { cartStore } from '../shared/cartStore.ts';
import { lastSyncedCart } from '../shared/lastSyncedCart.ts';

/** Several presses on plus are one change. */
const saveAfter = 600;
const lookAgainAfter = 30_000;

export type CartSyncState = {
  /** The two carts that disagree, until the person has said what becomes of them. */
  conflict: { here: Cart; kept: Cart } | undefined;
  resolve: (lines: Cart) => void;
};

/** Keeps this browser's cart and the one kept with the account the same: at sign-in, with every change, and when another device changes it. */
export function useCartSync(userId: string): CartSyncState {
  const { data: saved } = useQuery(savedCartKeys.of(userId), (db) => getSavedCart(db, userId), { refreshInterval: lookAgainAfter });
  const [answered, setAnswered] = useState<SavedCart>();
  const [failures, setFailures] = useState(0);
  const cart = useSyncExternalStore(cartStore.subscribe, cartStore.get, cartStore.getServer);
  const seenText = useSyncExternalStore(lastSyncedCart.subscribe, lastSyncedCart.readText, () => null);
  // What a save answered is newer than what was read before it.
  const kept = answered && saved && answered.version > saved.version ? answered : saved;
  const step = kept && nextCartStep(userId, cart, lastSyncedCart.get(), kept);

  // The stores lie outside React: each change of one of them leads to the next step, until there is nothing left to do.
  useEffect(() => {
    if (!kept) return undefined;
    // What was put into the cart since it was drawn counts as well.
    const next = nextCartStep(userId, cartStore.get(), lastSyncedCart.get(), kept);
    if (next.do === 'adopt' || next.do === 'merge') {
      lastSyncedCart.set({ userId, ...kept });
      cartStore.update(() => (next.do === 'merge' ? next.lines : kept.lines));
    }
    if (next.do !== 'save') return undefined;
    const timer = setTimeout(
      () => {
        saveAlone(userId, kept).then(
          (answer) => answer && setAnswered(answer),
          (error: unknown) => {
            console.warn('The cart could not be kept with the account; it is tried again.', error);
            setFailures((before) => before + 1);
          },
        );
      },
      saveAfter * 2 ** Math.min(failures, 6),
    );
    return () => clearTimeout(timer);
  }, [userId, kept, cart, seenText, failures]);

  return {
    conflict: kept && step?.do === 'ask' ? { here: cart, kept: kept.lines } : undefined,
    resolve: (lines) => {
      if (!kept) return;
      lastSyncedCart.set({ userId, ...kept });
      cartStore.update(() => lines);
    },
  };
}

/** One tab at a time: another may have kept the same change meanwhile. */
function saveAlone(userId: string, kept: SavedCart): Promise<SavedCart | undefined> {
  return withTabLock('cart', async () => {
    const lines = cartStore.get();
    const step = nextCartStep(userId, lines, lastSyncedCart.get(), kept);
    if (step.do !== 'save') return undefined;
    const { isSaved, ...resolve } = await saveCart(await getDb(), { lines, version: step.version });
    // Signed out meanwhile: nothing is written down here any more.
    if (isSaved && sessionStore.get().user?.id === userId) lastSyncedCart.set({ userId, version: resolve.version, lines });
    return resolve;
  });
}
