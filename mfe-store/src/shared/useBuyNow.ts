import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '@masomo/navigation';
import { parseBuyNow, resolveBuyNow } from '@masomo/domain/cart';
import type { Addon } from '@masomo/data/store/catalogue';

/** What came of an arrival by Buy Now. */
export type BuyNowArrival =
  | {
      kind: 'added';
      addon: Addon;
      /** Price in whole shillings the visitor saw before, where it differs from the store's. */ listedPrice: number | undefined;
    }
  | { kind: 'unknown'; name: string };

/**
 * Takes an arrival by Buy Now once the catalogue is here: the add-on is put into the cart, and the navigation state is
 * cleared so that neither a reload nor Back adds it again.
 */
export function useBuyNow(
  addons: readonly Addon[] | undefined,
  onAdd: (addon: Addon) => void,
): { arrival: BuyNowArrival | undefined; dismiss: () => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const [arrival, setArrival] = useState<BuyNowArrival>();
  const hint = parseBuyNow(location.state);

  // The arrival is an event of the address, outside React: it is answered once, when the catalogue is known.
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
