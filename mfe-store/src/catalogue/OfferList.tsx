import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { Badge, Box, Flex, Heading, HStack, Span, Text } from '@masomo/design-system';
import type { ItemKind, StoreItem } from '@masomo/data/store/catalogue';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { categoryLabels } from '../shared/categoryLabels.ts';
import { useQuantityInCart } from '../shared/useCart.ts';
import { AddToCartButton } from './AddToCartButton.tsx';

type Props = { offers: readonly StoreItem[]; format: (shillings: number) => string; onAdd: (offer: StoreItem) => void };

const kindLabels: Record<ItemKind, MessageDescriptor> = { addon: msg`Add-on`, plan: msg`Plan`, service: msg`Service` };

/** Plans and services that are sold in the store; renders nothing when none match. */
export function OfferList({ offers, format, onAdd }: Props) {
  if (offers.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="store-offers" mt="6">
      <Heading as="h2" id="store-offers" size="xl">
        <Trans>Plans and services</Trans>
      </Heading>
      <Box as="ul" listStyleType="none" mt="4" borderWidth="1px" borderRadius="xl">
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} price={format(offer.price)} onAdd={onAdd} />
        ))}
      </Box>
    </Box>
  );
}

type RowProps = { offer: StoreItem; price: string; onAdd: (offer: StoreItem) => void };

const OfferRow = memo(function OfferRow({ offer, price, onAdd }: RowProps) {
  const quantity = useQuantityInCart(offer.id);
  return (
    <Flex
      as="li"
      id={`offer-${offer.id}`}
      justify="space-between"
      align="center"
      gap="4"
      wrap="wrap"
      p="5"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: '0' }}
    >
      <Box flex="1 1 18rem" minW="0">
        <HStack gap="2" wrap="wrap">
          <Heading as="h3" size="md">
            {offer.name}
          </Heading>
          <Badge>{t(kindLabels[offer.kind])}</Badge>
          <Badge>{categoryLabels[offer.category]}</Badge>
        </HStack>
        <Text color="fg.muted" mt="1" lang={offer.lang}>
          {offer.description}
        </Text>
      </Box>
      <HStack gap="5" ms="auto">
        <Box textAlign="end">
          <Text fontSize="lg" fontWeight="semibold" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
            {price}
          </Text>
          <Text fontSize="sm" color="fg.muted">
            {translate(unitLabel(offer.unit))}
            {quantity > 0 && (
              <Span>
                {' '}
                <Trans>· {quantity} in cart</Trans>
              </Span>
            )}
          </Text>
        </Box>
        <AddToCartButton item={offer} quantityInCart={quantity} onAdd={() => onAdd(offer)} />
      </HStack>
    </Flex>
  );
});
