import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Db, failureMessage, useCommand } from '@masomo/data';
import { exportOrders, type OrderFilter, type OrderSummary } from '@masomo/data/store/orders';
import { csvLine } from '@masomo/domain/csv';
import { formatNumber } from '@masomo/domain/number';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { today } from '@masomo/domain/time';
import { saveCsv } from '@masomo/documents/saveFile';
import { Button, VisuallyHidden, toaster } from '@masomo/design-system';
import { translate } from '@masomo/i18n';

const header = csvLine([
  t`Order`,
  t`Placed`,
  t`Customer`,
  t`Email`,
  t`Institution`,
  t`Items`,
  t`Total (KES)`,
  t`Status`,
  t`Payment method`,
]);

/** An order as a CSV line. */
function orderLine(order: OrderSummary): string {
  const items = order.items.map(({ addonName, quantity }) => `${addonName} × ${quantity}`).join('; ');
  return csvLine([
    order.orderNumber,
    order.createdAt,
    order.customerName,
    order.customerEmail,
    order.institution,
    items,
    order.total,
    order.status,
    translate(paymentMethodLabels[order.paymentMethod]),
  ]);
}

/** Exports the filtered orders as CSV; `total` is the number of matches for the progress, where known. */
export function ExportOrdersButton({ filter, total }: { filter: Pick<OrderFilter, 'search' | 'status'>; total: number | undefined }) {
  const [exportedCount, setExportedCount] = useState(0);
  const save = useCommand(
    async (db: Db) => {
      // Each batch becomes its own blob, which the browser stores outside the page's memory.
      const parts = [new Blob([header])];
      let count = 0;
      setExportedCount(0);
      for await (const batch of exportOrders(db, filter)) {
        parts.push(new Blob([batch.map(orderLine).join('')]));
        count += batch.length;
        setExportedCount(count);
      }
      saveCsv(`${t`Orders ${today()}`}.csv`, parts);
      return count;
    },
    {
      onSuccess: (count) => toaster.success({ title: plural(count, { one: '# order exported', other: '# orders exported' }) }),
      onError: (error) => toaster.error(failureMessage(error, t`The orders were not exported`)),
    },
  );
  const progress =
    total === undefined
      ? t`Exporting ${formatNumber(exportedCount)}...`
      : t`Exporting ${formatNumber(exportedCount)} of ${formatNumber(Math.max(exportedCount, total))}...`;
  return (
    <>
      <Button size="sm" variant="outline" disabled={save.isRunning || total === 0} onClick={() => void save.run(undefined)}>
        {save.isRunning ? progress : t`Export Orders`}
      </Button>
      <VisuallyHidden role="status">{save.isRunning ? progress : ''}</VisuallyHidden>
    </>
  );
}
