import { useEffect, useState, useSyncExternalStore } from 'react';
import { sessionStore } from '@masomo/auth';
import { getDb, useQuery } from '@masomo/data';
import { getSavedCart, saveCart, savedCartKeys } from '@masomo/data/store/savedCart';
import type { Cart } from '@masomo/domain/cart';
import { nextCartStep, type SavedCart } from '@masomo/domain/savedCart';
import { aloneAmongTabs } from '../shared/browserStorage.ts';
import { cartStore } from '../shared/cartStore.ts';
import { seenCart } from '../shared/lastSyncedCart.ts';

/** Several presses on plus are one change. */
const saveAfter = 600;
const lookAgainAfter = 30_000;

export type KeptCart = {
  /** The two carts that disagree, until the person has said what becomes of them. */
  question: { here: Cart; kept: Cart } | undefined;
  answer: (lines: Cart) => void;
};

/** Keeps this browser's cart and the one kept with the account the same: at sign-in, with every change, and when another device changes it. */
export function useKeptCart(userId: string): KeptCart {
  const { data: saved } = useQuery(savedCartKeys.of(userId), (db) => getSavedCart(db, userId), { refreshInterval: lookAgainAfter });
  const [answered, setAnswered] = useState<SavedCart>();
  const [failures, setFailures] = useState(0);
  const cart = useSyncExternalStore(cartStore.subscribe, cartStore.get, cartStore.getServer);
  const seenText = useSyncExternalStore(seenCart.subscribe, seenCart.readText, () => null);
  // What a save answered is newer than what was read before it.
  const kept = answered && saved && answered.version > saved.version ? answered : saved;
  const step = kept && nextCartStep(userId, cart, seenCart.get(), kept);

  // The stores lie outside React: each change of one of them leads to the next step, until there is nothing left to do.
  useEffect(() => {
    if (!kept) return undefined;
    // What was put into the cart since it was drawn counts as well.
    const next = nextCartStep(userId, cartStore.get(), seenCart.get(), kept);
    if (next.do === 'adopt' || next.do === 'merge') {
      seenCart.set({ userId, ...kept });
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
    question: kept && step?.do === 'ask' ? { here: cart, kept: kept.lines } : undefined,
    answer: (lines) => {
      if (!kept) return;
      seenCart.set({ userId, ...kept });
      cartStore.update(() => lines);
    },
  };
}

/** One tab at a time: another may have kept the same change meanwhile. */
function saveAlone(userId: string, kept: SavedCart): Promise<SavedCart | undefined> {
  return aloneAmongTabs('cart', async () => {
    const lines = cartStore.get();
    const step = nextCartStep(userId, lines, seenCart.get(), kept);
    if (step.do !== 'save') return undefined;
    const { isSaved, ...answer } = await saveCart(await getDb(), { lines, version: step.version });
    // Signed out meanwhile: nothing is written down here any more.
    if (isSaved && sessionStore.get().user?.id === userId) seenCart.set({ userId, version: answer.version, lines });
    return answer;
  });
}
