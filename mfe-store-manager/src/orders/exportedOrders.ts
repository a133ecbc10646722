import { t } from '@lingui/core/macro';
import type { OrderSummary } from '@masomo/data/store/orders';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { today } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import type { TableExport } from '@masomo/remote/tableExport';

/** The file of the orders that the filters select. */
export const exportedOrders = (): TableExport<OrderSummary> => ({
  name: t`Orders ${today()}`,
  columns: [
    { title: t`Order`, value: (order) => order.orderNumber },
    { title: t`Placed`, value: (order) => order.createdAt, as: 'time' },
    { title: t`Customer`, value: (order) => order.customerName },
    { title: t`Email`, value: (order) => order.customerEmail },
    { title: t`Institution`, value: (order) => order.institution },
    { title: t`Items`, value: ({ items }) => items.map(({ addonName, quantity }) => `${addonName} × ${quantity}`).join('; ') },
    { title: t`Total (KES)`, value: (order) => order.total },
    { title: t`Status`, value: (order) => order.status },
    { title: t`Payment method`, value: (order) => translate(paymentMethodLabels[order.paymentMethod]) },
  ],
});
