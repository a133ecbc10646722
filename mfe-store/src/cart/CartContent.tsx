import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ShoppingCart } from 'lucide-react';
import { Box, Button, EmptyState, Stack, Text } from '@masomo/design-system';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { PricedCart } from '@masomo/domain/cart';
import { cartActions } from '../shared/useCart.ts';
import type { BuyNowArrival } from '../shared/useBuyNow.ts';
import { CartLineRow } from './CartLineRow.tsx';
import { CartNotices } from '../shared/CartNotices.tsx';

type Props = {
  priced: PricedCart<StoreItem>;
  arrival: BuyNowArrival | undefined;
  format: (shillings: number) => string;
  onAccept: () => void;
  onClose: () => void;
};

export function CartContent({ priced, arrival, format, onAccept, onClose }: Props) {
  const { lines } = priced;
  return (
    <Stack gap="4" py="4">
      <CartNotices priced={priced} arrival={arrival} format={format} onAccept={onAccept} />
      {lines.length === 0 ? (
        <EmptyState
          icon={<ShoppingCart />}
          title={t`Your cart is empty`}
          action={
            <Button variant="outline" onClick={onClose}>
              <Trans>Browse add-ons</Trans>
            </Button>
          }
        >
          <Trans>Add-ons you choose are kept here, even after you close the page.</Trans>
        </EmptyState>
      ) : (
        <>
          <Text fontSize="sm" color="fg.muted">
            <Trans>The quantity is the number of schools or campuses you license.</Trans>
          </Text>
          <Box as="ul" listStyleType="none">
            {lines.map(({ item, quantity, seenPrice }) => (
              <CartLineRow
                key={item.id}
                line={{ item, quantity, seenPrice }}
                format={format}
                onQuantity={(next) => cartActions.setQuantity(item.id, next)}
                onRemove={() => cartActions.remove(item.id)}
              />
            ))}
          </Box>
        </>
      )}
    </Stack>
  );
}
