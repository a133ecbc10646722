import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { removePrice, type PriceKind } from '@masomo/data/store/priceBook';
import { toaster } from '@masomo/design-system/overlays';

/** Asks before an entry leaves the price book, and says what became of it. */
export function usePriceRemoval<Entry extends { id: string; name: string }>(kind: PriceKind, label: string) {
  const [toDelete, setToDelete] = useState<Entry>();
  const remove = useCommand(removePrice, {
    invalidates: ['plans', 'addons', 'services', 'price-book'],
    onSuccess: (what) => {
      toaster.success(
        what === 'deleted'
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
    doomed: toDelete,
    ask: setToDelete,
    isRunning: remove.isRunning,
    confirm: () => toDelete && void remove.run({ kind, id: toDelete.id }),
    cancel: () => setToDelete(undefined),
  };
}
