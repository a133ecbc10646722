import { Trans } from '@lingui/react/macro';
import { Box, Flex, Text } from '@masomo/design-system';
import { formatPrice, kes, splitVat, vatPercent, formatMoney, type Currency } from '@masomo/domain/money';

type Props = {
  lines: readonly { item: { price: number }; quantity: number }[];
  total: number;
  currency: Currency;
  format: (shillings: number) => string;
};

/** Cart total with its VAT, rounded per line as the order stores it, and the amount charged in shillings. */
export function PriceSummary({ lines, total, currency, format }: Props) {
  const vat = lines.reduce((sum, line) => sum + splitVat(kes(line.item.price * line.quantity)).vat.minor, 0);
  return (
    <Box>
      <Flex justify="space-between" fontSize="lg" fontWeight="semibold">
        <Text>
          <Trans>Total</Trans>
        </Text>
        <Text fontVariantNumeric="tabular-nums">{format(total)}</Text>
      </Flex>
      <Flex justify="space-between" fontSize="sm" color="fg.muted" mt="1">
        <Text>
          <Trans>Includes VAT {vatPercent}%</Trans>
        </Text>
        <Text fontVariantNumeric="tabular-nums">{formatMoney({ minor: vat, currency: 'KES' })}</Text>
      </Flex>
      {currency !== 'KES' && (
        <Flex justify="space-between" fontSize="sm" color="fg.muted" mt="1">
          <Text>
            <Trans>Charged in shillings</Trans>
          </Text>
          <Text fontVariantNumeric="tabular-nums">{formatPrice(total, 'KES', 1)}</Text>
        </Flex>
      )}
    </Box>
  );
}
