import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { Badge, Box, Flex, HStack, IconButton, Span, Text } from '@masomo/design-system';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { PricedLine } from '@masomo/domain/cart';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { categoryLabels } from '../shared/categoryLabels.ts';
import { QuantityStepper } from './QuantityStepper.tsx';

type Props = {
  line: PricedLine<StoreItem>;
  format: (shillings: number) => string;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
};

export function CartLineRow({ line, format, onQuantity, onRemove }: Props) {
  const { item, quantity, seenPrice } = line;
  return (
    <Box as="li" py="4" borderBottomWidth="1px">
      <Flex justify="space-between" gap="3">
        <Box>
          <Text fontWeight="semibold">{item.name}</Text>
          <HStack mt="1" gap="2">
            <Badge size="sm">{categoryLabels[item.category]}</Badge>
            <Text fontSize="sm" color="fg.muted">
              {format(item.price)} {translate(unitLabel(item.unit))}
              {seenPrice !== item.price && (
                <Span color="warning.fg">
                  {' '}
                  <Trans>(was {format(seenPrice)})</Trans>
                </Span>
              )}
            </Text>
          </HStack>
        </Box>
        <Text fontWeight="semibold" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
          {format(item.price * quantity)}
        </Text>
      </Flex>
      <Flex justify="space-between" mt="3">
        <QuantityStepper name={item.name} quantity={quantity} onChange={onQuantity} />
        <IconButton aria-label={t`Remove ${item.name}`} size="sm" variant="ghost" onClick={onRemove}>
          <Trash2 size={16} />
        </IconButton>
      </Flex>
    </Box>
  );
}
