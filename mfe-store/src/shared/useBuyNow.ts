import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '@masomo/navigation';
import { parseBuyNow, resolveBuyNow } from '@masomo/domain/cart';
import type { Addon } from '@masomo/data/store/catalogue';

/** Outcome of an arrival through a Buy Now link. */
export type BuyNowArrival =
  | {
      kind: 'added';
      addon: Addon;
      /** Price in whole shillings on the page the visitor came from, where it differs from the store's. */
      listedPrice: number | undefined;
    }
  | { kind: 'unknown'; name: string };

/**
 * Handles a Buy Now arrival once the catalogue has loaded: adds the add-on to the cart and clears the navigation state, so that
 * neither a reload nor Back adds it again.
 */
export function useBuyNow(
  addons: readonly Addon[] | undefined,
  onAdd: (addon: Addon) => void,
): { arrival: BuyNowArrival | undefined; dismiss: () => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const [arrival, setArrival] = useState<BuyNowArrival>();
  const hint = parseBuyNow(location.state);

  // The arrival is a navigation event outside React; it is handled once, when the catalogue has loaded.
  useEffect(() => {
    if (!hint || !addons) return;
    const addon = resolveBuyNow(hint, addons);
    void navigate({ pathname: location.pathname, hash: location.hash }, { replace: true, state: null, preventScrollReset: true });
    if (!addon) {
      setArrival({ kind: 'unknown', name: hint.name });
      return;
    }
    setArrival({ kind: 'added', addon, listedPrice: hint.price === addon.price ? undefined : hint.price });
    onAdd(addon);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one arrival is one location
  }, [location.key, addons]);

  return { arrival, dismiss: () => setArrival(undefined) };
}
