import { Box, Flex, Span, Text } from '@masomo/design-system';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { PricedLine } from '@masomo/domain/cart';
import { categoryLabels } from '../shared/categoryLabels.ts';

/** The lines of the order being placed. */
export function OrderLines({ lines, format }: { lines: readonly PricedLine<StoreItem>[]; format: (shillings: number) => string }) {
  return (
    <Box as="ul" listStyleType="none">
      {lines.map(({ item, quantity }) => (
        <Flex as="li" key={item.id} justify="space-between" gap="3" py="1.5">
          <Text>
            {item.name}{' '}
            <Span color="fg.muted">
              ({categoryLabels[item.category]}) ×{'\u00a0'}
              {quantity}
            </Span>
          </Text>
          <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
            {format(item.price * quantity)}
          </Text>
        </Flex>
      ))}
    </Box>
  );
}
