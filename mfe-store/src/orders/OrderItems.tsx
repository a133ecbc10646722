import { t } from '@lingui/core/macro';
import { Badge, Box, Flex, Text } from '@masomo/design-system';
import type { BuyerOrder } from '@masomo/data/store/checkout';
import { formatMoney, formatPrice, vatPercent } from '@masomo/domain/money';
import { categoryLabels } from '../shared/categoryLabels.ts';

const shillings = (amount: number) => formatPrice(amount, 'KES', 1);
const withCents = (amount: number) => formatMoney({ minor: Math.round(amount * 100), currency: 'KES' });

/** Order lines with totals, laid out so that every amount is visible on a phone. */
export function OrderItems({ order }: { order: BuyerOrder }) {
  return (
    <Box as="section" aria-label={t`Items`} borderWidth="1px" borderRadius="lg" px="4">
      <Box as="ul" listStyleType="none">
        {order.items.map((item) => (
          <Flex as="li" key={`${item.category}/${item.name}`} justify="space-between" gap="4" py="3" borderBottomWidth="1px">
            <Box minW="0">
              <Text fontWeight="600">
                {item.name} <Badge size="sm">{categoryLabels[item.category]}</Badge>
              </Text>
              <Text fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
                {item.quantity} × {shillings(item.price)}
              </Text>
            </Box>
            <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
              {shillings(item.total)}
            </Text>
          </Flex>
        ))}
      </Box>
      <Box as="dl" py="3">
        <Sum label={t`Net`} amount={withCents(order.net)} />
        <Sum label={t`VAT ${vatPercent}%`} amount={withCents(order.vat)} />
        <Sum label={t`Total`} amount={shillings(order.total)} isStrong />
      </Box>
    </Box>
  );
}

function Sum({ label, amount, isStrong = false }: { label: string; amount: string; isStrong?: boolean }) {
  return (
    <Flex justify="space-between" gap="4" py="1" fontWeight={isStrong ? '600' : '400'} color={isStrong ? 'fg' : 'fg.muted'}>
      <Box as="dt">{label}</Box>
      <Box as="dd" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {amount}
      </Box>
    </Flex>
  );
}
