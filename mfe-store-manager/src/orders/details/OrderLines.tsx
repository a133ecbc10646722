import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OrderDetail } from '@masomo/data/store/orders';
import { formatMoney, kes } from '@masomo/domain/money';
import { Badge, Table } from '@masomo/design-system';

const formatWithCents = (shillings: number) => formatMoney({ minor: Math.round(shillings * 100), currency: 'KES' });

/** Order lines with prices, VAT and total. */
export function OrderLines({ order }: { order: OrderDetail }) {
  return (
    <Table.ScrollArea borderWidth="1px" borderRadius="md">
      <Table.Root size="sm" aria-label={t`Items`}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>
              <Trans>Add-on</Trans>
            </Table.ColumnHeader>
            <Table.ColumnHeader>
              <Trans>Category</Trans>
            </Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">
              <Trans>Quantity</Trans>
            </Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">
              <Trans>Price</Trans>
            </Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">
              <Trans>Total</Trans>
            </Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {order.items.map((item) => (
            <Table.Row key={item.addonName + item.category}>
              <Table.Cell>{item.addonName}</Table.Cell>
              <Table.Cell>
                <Badge textTransform="uppercase">{item.category === 'saas' ? t`SaaS` : t`Standalone`}</Badge>
              </Table.Cell>
              <Table.Cell textAlign="end">{item.quantity}</Table.Cell>
              <Table.Cell textAlign="end">{formatMoney(kes(item.price))}</Table.Cell>
              <Table.Cell textAlign="end">{formatMoney(kes(item.price * item.quantity))}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
        <Table.Footer>
          <Table.Row>
            <Table.Cell colSpan={4} textAlign="end">
              <Trans>Net</Trans>
            </Table.Cell>
            <Table.Cell textAlign="end">{formatWithCents(order.net)}</Table.Cell>
          </Table.Row>
          <Table.Row>
            <Table.Cell colSpan={4} textAlign="end">
              <Trans>VAT</Trans>
            </Table.Cell>
            <Table.Cell textAlign="end">{formatWithCents(order.vat)}</Table.Cell>
          </Table.Row>
          <Table.Row fontWeight="700">
            <Table.Cell colSpan={4} textAlign="end">
              <Trans>Total</Trans>
            </Table.Cell>
            <Table.Cell textAlign="end">{formatMoney(kes(order.total))}</Table.Cell>
          </Table.Row>
        </Table.Footer>
      </Table.Root>
    </Table.ScrollArea>
  );
}
