import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { removePrice, type PriceKind } from '@masomo/data/store/priceBook';
import { toaster } from '@masomo/design-system';

const results: Record<PriceKind, { deleted: string; withdrawn: string; failed: string }> = {
  plan: { deleted: t`Plan deleted`, withdrawn: t`Plan withdrawn from sale`, failed: t`The plan was not deleted` },
  addon: { deleted: t`Add-on deleted`, withdrawn: t`Add-on withdrawn from sale`, failed: t`The add-on was not deleted` },
  service: { deleted: t`Service deleted`, withdrawn: t`Service withdrawn from sale`, failed: t`The service was not deleted` },
};

/** Deletes an entry of the price book after confirmation; one that was sold is withdrawn from sale instead. */
export function usePriceRemoval<Entry extends { id: string; name: string }>(kind: PriceKind) {
  const [toDelete, setToDelete] = useState<Entry>();
  const remove = useCommand(removePrice, {
    invalidates: ['plans', 'addons', 'services', 'price-book'],
    onSuccess: (outcome) => {
      toaster.success(
        outcome === 'deleted'
          ? { title: results[kind].deleted }
          : {
              title: results[kind].withdrawn,
              description: toDelete && t`${toDelete.name} stays in this list for those who bought it.`,
            },
      );
      setToDelete(undefined);
    },
    onError: (failure) => {
      toaster.error(failureMessage(failure, results[kind].failed));
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
