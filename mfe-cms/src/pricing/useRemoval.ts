import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { removePrice, type PriceKind } from '@masomo/data/store/priceBook';
import { toaster } from '@masomo/design-system/overlays';

/** Deletes an entry of the price book after confirmation; one that was sold is withdrawn from sale instead. */
export function usePriceRemoval<Entry extends { id: string; name: string }>(kind: PriceKind, label: string) {
  const [toDelete, setToDelete] = useState<Entry>();
  const remove = useCommand(removePrice, {
    invalidates: ['plans', 'addons', 'services', 'price-book'],
    onSuccess: (outcome) => {
      toaster.success(
        outcome === 'deleted'
          ? { title: `${label} deleted` }
          : { title: `${label} withdrawn from sale`, description: `${toDelete?.name ?? 'It'} stays in this list for those who bought it.` },
      );
      setToDelete(undefined);
    },
    onError: (failure) => {
      toaster.error({ title: `The ${label.toLowerCase()} was not deleted`, description: failure.userMessage });
      setToDelete(undefined);
    },
  });
  return {
    toDelete,
    ask: setToDelete,
    isRunning: remove.isRunning,
    confirm: () => toDelete && void remove.run({ kind, id: toDelete.id }),
    cancel: () => setToDelete(undefined),
  };
}
