import { t } from '@lingui/core/macro';
import type { OrderDetail } from '@masomo/data/store/orders';
import { formatMoney, kes } from '@masomo/domain/money';
import { Badge } from '@masomo/design-system';
import { PlainTable, type PlainColumn } from '@masomo/design-system/plainTable';

const formatWithCents = (shillings: number) => formatMoney({ minor: Math.round(shillings * 100), currency: 'KES' });

const columns: PlainColumn<OrderDetail['items'][number]>[] = [
  { id: 'addon', header: t`Add-on`, cell: ({ addonName }) => addonName },
  {
    id: 'category',
    header: t`Category`,
    cell: ({ category }) => <Badge textTransform="uppercase">{category === 'saas' ? t`SaaS` : t`Standalone`}</Badge>,
  },
  { id: 'quantity', header: t`Quantity`, align: 'end', cell: ({ quantity }) => quantity },
  { id: 'price', header: t`Price`, align: 'end', cell: ({ price }) => formatMoney(kes(price)) },
  { id: 'total', header: t`Total`, align: 'end', cell: ({ price, quantity }) => formatMoney(kes(price * quantity)) },
];

/** Order lines with prices, VAT and total. */
export function OrderLines({ order }: { order: OrderDetail }) {
  return (
    <PlainTable
      label={t`Items`}
      columns={columns}
      rows={order.items}
      rowKey={({ addonName, category }) => addonName + category}
      totals={[
        { label: t`Net`, value: formatWithCents(order.net) },
        { label: t`VAT`, value: formatWithCents(order.vat) },
        { label: t`Total`, value: formatMoney(kes(order.total)), isStrong: true },
      ]}
      isStackedOnPhones
      css={{ borderWidth: '1px', borderRadius: 'md', px: { base: '3', md: '0' } }}
    />
  );
}
