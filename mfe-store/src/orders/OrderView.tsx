import type { ReactNode } from 'react';
import { Badge, Box, Flex, Stack, Table, Text } from '@masomo/design-system';
import type { BankAccount, BuyerOrder } from '@masomo/data/checkout';
import { formatMoney, formatPrice, vatPercent } from '@masomo/domain/money';
import { orderStatusColour, paymentMethodLabels, type OrderStatus } from '@masomo/domain/orders';
import { BankInstructions } from '../shared/BankInstructions.tsx';
import { PaperButton } from '../shared/PaperButton.tsx';
import { categoryLabels } from '../shared/categoryLabels.ts';
import { LicenceList } from './LicenceList.tsx';

const statusLabels: Record<OrderStatus, string> = { pending: 'Pending', processing: 'Processing', completed: 'Completed', cancelled: 'Cancelled' };
const statusWords: Record<OrderStatus, string> = {
  pending: 'We have your order and wait for the payment.',
  processing: 'We are preparing your add-ons.',
  completed: 'Your order is complete.',
  cancelled: 'This order was cancelled. Nothing will be charged for it.',
};

const when = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Nairobi' });
const shillings = (amount: number) => formatPrice(amount, 'KES', 1);
const withCents = (amount: number) => formatMoney({ minor: Math.round(amount * 100), currency: 'KES' });

/** An order as its buyer sees it. */
export function OrderView({ order, bank, children }: { order: BuyerOrder; bank: BankAccount | undefined; /** How it is paid. */ children?: ReactNode }) {
  return (
    <Stack gap="6">
      <Flex gap="3" align="center" wrap="wrap">
        <Badge colorPalette={orderStatusColour(order.status)} size="lg">{statusLabels[order.status]}</Badge>
        <Text>{statusWords[order.status]}</Text>
      </Flex>
      {order.paymentMethod === 'bank' && order.status === 'pending' && <BankInstructions bank={bank} reference={order.paymentReference} total={order.total} />}
      {children}
      {order.paper.licences.length > 0 && <LicenceList order={order.paper} />}
      <Table.ScrollArea borderWidth="1px" borderRadius="lg">
        <Table.Root size="sm">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>Add-on</Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end">Quantity</Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end">Price</Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end">Total</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {order.items.map((item) => (
              <Table.Row key={`${item.category}/${item.name}`}>
                <Table.Cell>{item.name} <Badge size="sm">{categoryLabels[item.category]}</Badge></Table.Cell>
                <Table.Cell textAlign="end">{item.quantity}</Table.Cell>
                <Table.Cell textAlign="end">{shillings(item.price)}</Table.Cell>
                <Table.Cell textAlign="end">{shillings(item.total)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
          <Table.Footer>
            <SumRow label="Net" amount={withCents(order.net)} />
            <SumRow label={`VAT ${vatPercent} %`} amount={withCents(order.vat)} />
            <SumRow label="Total" amount={shillings(order.total)} isStrong />
          </Table.Footer>
        </Table.Root>
      </Table.ScrollArea>
      <PaperButton paidAt={order.paidAt} read={() => Promise.resolve(order.paper)} />
      <Box color="fg.muted" fontSize="sm">
        <Text>Ordered by {order.customerName}, {order.institution}, on {when.format(new Date(order.createdAt))}</Text>
        <Text>Payment by {paymentMethodLabels[order.paymentMethod]}: {order.paidAt ? `received on ${when.format(new Date(order.paidAt))}` : 'not received yet'}</Text>
      </Box>
    </Stack>
  );
}

function SumRow({ label, amount, isStrong = false }: { label: string; amount: string; isStrong?: boolean }) {
  return (
    <Table.Row fontWeight={isStrong ? '600' : '400'}>
      <Table.Cell colSpan={3} textAlign="end">{label}</Table.Cell>
      <Table.Cell textAlign="end">{amount}</Table.Cell>
    </Table.Row>
  );
}
