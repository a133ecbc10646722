import { useMemo, useSyncExternalStore } from 'react';
import {
  acceptPrices,
  addToCart,
  itemCount,
  priceCart,
  removeLine,
  setQuantity,
  type PricedCart,
  type SaleItem,
} from '@masomo/domain/cart';
import type { StoreItem } from '@masomo/data/store/catalogue';
import { cartStore } from './cartStore.ts';

/** Cart actions of the visitor. */
export const cartActions = {
  add: (item: SaleItem) => cartStore.update((cart) => addToCart(cart, item)),
  setQuantity: (addonId: string, quantity: number) => cartStore.update((cart) => setQuantity(cart, addonId, quantity)),
  remove: (addonId: string) => cartStore.update((cart) => removeLine(cart, addonId)),
  /** Accepts current prices and drops items that are no longer sold. */
  accept: (catalogue: readonly SaleItem[]) => cartStore.update((cart) => acceptPrices(cart, catalogue)),
  clear: () => cartStore.update(() => []),
};

/** How many licences of an item the cart holds. Renders again only when that changes: a press on one card should not wait for the page. */
export function useQuantityInCart(id: string): number {
  const quantity = () => cartStore.get().find(({ addonId }) => addonId === id)?.quantity ?? 0;
  return useSyncExternalStore(cartStore.subscribe, quantity, () => 0);
}

/** The cart priced by the catalogue; until that is loaded, `priced` is undefined and `count` comes from the stored cart. */
export function useCart(catalogue: readonly StoreItem[] | undefined): {
  priced: PricedCart<StoreItem> | undefined;
  count: number;
} {
  const cart = useSyncExternalStore(cartStore.subscribe, cartStore.get, cartStore.getServer);
  const priced = useMemo(() => catalogue && priceCart(cart, catalogue), [cart, catalogue]);
  const count = priced ? priced.lines.reduce((sum, line) => sum + line.quantity, 0) : itemCount(cart);
  return { priced, count };
}
